package io.github.sors.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A connection on which a test sends what it likes, as slowly as it likes. */
final class RawClient implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket = new Socket();

  RawClient(RunningService service) throws IOException {
    this(service, 0);
  }

  /** A connection that takes few bytes before they are read. */
  RawClient(RunningService service, int receiveBuffer) throws IOException {
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), service.service().port()),
        TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Reads how an answer begins, with its status. */
  String readStart() throws IOException {
    return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
  }

  /** Reads until the service closes the connection. */
  String readAll() throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Whether the service closes the connection while one byte after the other is sent. */
  boolean isClosedWhileSending() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
    while (System.nanoTime() < deadline) {
      try {
        // refused once the service has closed, and otherwise kept by the kernel
        send("x");
      } catch (IOException e) {
        return true;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return false;
  }

  /** Whether the service closes the connection while so many bytes are read per second. */
  boolean isClosedWhileReading(int bytesPerSecond) throws IOException {
    byte[] some = new byte[bytesPerSecond / 50];
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
    while (System.nanoTime() < deadline) {
      try {
        if (socket.getInputStream().readNBytes(some, 0, some.length) < some.length) {
          return true;
        }
      } catch (SocketException e) {
        // a reset
        return true;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return false;
  }

  /** Whether the service has not closed the connection so far. */
  boolean isOpen() throws IOException {
    socket.setSoTimeout(20);
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (SocketException e) {
      return false;
    } finally {
      socket.setSoTimeout(TIMEOUT_MILLIS);
    }
  }

  /** Ends the connection in the middle of what it was doing. */
  void hangUp() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
