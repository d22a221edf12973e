package io.github.sors.data.registry;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An exclusive lock on a folder, across threads and processes.
 *
 * <p>The system's lock on the file {@code .lock} excludes other processes and ends with the
 * process. It does not exclude threads of the same process, so they use a second lock. The file is
 * never removed, since two waiting processes could then lock different files.
 */
final class FolderLock implements Closeable {

  private static final Map<Path, ReentrantLock> THREAD_LOCKS = new ConcurrentHashMap<>();

  private final ReentrantLock threadLock;
  private final FileChannel channel;

  private FolderLock(ReentrantLock threadLock, FileChannel channel) {
    this.threadLock = threadLock;
    this.channel = channel;
  }

  /** Waits for the lock; {@code beforeWait} is run first if another has it. */
  static FolderLock acquire(Path folder, Runnable beforeWait)
      throws IOException, InterruptedException {
    ReentrantLock threadLock =
        THREAD_LOCKS.computeIfAbsent(folder.toRealPath(), any -> new ReentrantLock());
    if (!threadLock.tryLock()) {
      beforeWait.run();
      threadLock.lockInterruptibly();
    }
    FileChannel channel = null;
    boolean locked = false;
    try {
      channel =
          FileChannel.open(
              folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock processLock = channel.tryLock();
      if (processLock == null) {
        beforeWait.run();
        channel.lock();
      }
      locked = true;
      return new FolderLock(threadLock, channel);
    } finally {
      if (!locked) {
        if (channel != null) {
          channel.close();
        }
        threadLock.unlock();
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      threadLock.unlock();
    }
  }
}
