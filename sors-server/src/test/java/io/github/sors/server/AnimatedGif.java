package io.github.sors.server;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/** A film of screenshots that runs for ever. */
final class AnimatedGif implements AutoCloseable {

  private static final String FORMAT = "javax_imageio_gif_image_1.0";

  private final ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
  private final ImageOutputStream out;

  AnimatedGif(Path file) throws IOException {
    Files.deleteIfExists(file);
    out = ImageIO.createImageOutputStream(file.toFile());
    writer.setOutput(out);
    writer.prepareWriteSequence(null);
  }

  /** Adds a picture that is shown for a while. */
  void add(byte[] png, int hundredths) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    BufferedImage opaque =
        new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
    opaque.createGraphics().drawImage(image, 0, 0, null);
    IIOMetadata metadata =
        writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(opaque), null);
    IIOMetadataNode root = new IIOMetadataNode(FORMAT);
    IIOMetadataNode timing = new IIOMetadataNode("GraphicControlExtension");
    timing.setAttribute("disposalMethod", "none");
    timing.setAttribute("userInputFlag", "FALSE");
    timing.setAttribute("transparentColorFlag", "FALSE");
    timing.setAttribute("delayTime", Integer.toString(hundredths));
    timing.setAttribute("transparentColorIndex", "0");
    root.appendChild(timing);
    IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
    IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
    loop.setAttribute("applicationID", "NETSCAPE");
    loop.setAttribute("authenticationCode", "2.0");
    loop.setUserObject(new byte[] {1, 0, 0});
    extensions.appendChild(loop);
    root.appendChild(extensions);
    metadata.mergeTree(FORMAT, root);
    writer.writeToSequence(new IIOImage(opaque, null, metadata), null);
  }

  @Override
  public void close() throws IOException {
    writer.endWriteSequence();
    out.close();
    writer.dispose();
  }
}
