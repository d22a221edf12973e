package io.github.sors.data.format;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** The ways in which a test's bytes can be compressed. */
enum Compressions {
  NONE {
    @Override
    OutputStream wrap(OutputStream out) {
      return out;
    }
  },
  GZIP {
    @Override
    OutputStream wrap(OutputStream out) throws IOException {
      return new GZIPOutputStream(out);
    }
  },
  BZIP2 {
    @Override
    OutputStream wrap(OutputStream out) throws IOException {
      return new BZip2CompressorOutputStream(out, 1);
    }
  },
  XZ {
    @Override
    OutputStream wrap(OutputStream out) throws IOException {
      return new XZOutputStream(out, new LZMA2Options(0));
    }
  },
  ZSTD {
    @Override
    OutputStream wrap(OutputStream out) throws IOException {
      return new ZstdOutputStream(out);
    }
  };

  abstract OutputStream wrap(OutputStream out) throws IOException;

  byte[] compress(byte[] bytes) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = wrap(compressed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }
}
