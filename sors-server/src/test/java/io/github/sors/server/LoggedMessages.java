package io.github.sors.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the classes of a package log, from now on until this is closed. */
public final class LoggedMessages implements AutoCloseable {

  private final Logger logger;
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord message) {
          messages.add(message.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private LoggedMessages(Logger logger) {
    this.logger = logger;
    logger.addHandler(handler);
  }

  /** Listens to the package of a class. */
  public static LoggedMessages of(Class<?> member) {
    return new LoggedMessages(Logger.getLogger(member.getPackageName()));
  }

  public List<String> all() {
    return List.copyOf(messages);
  }

  boolean has(String words) {
    return messages.stream().anyMatch(message -> message.contains(words));
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
