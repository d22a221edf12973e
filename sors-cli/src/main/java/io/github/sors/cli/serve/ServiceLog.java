package io.github.sors.cli.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.cli.frame.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log of a service: one JSON object per line, for log collectors. */
final class ServiceLog extends Handler {

  private static final ObjectMapper JSON = new ObjectMapper();
  // the web server logs every start and stop
  private static final String[] TALKATIVE = {"org.eclipse.jetty"};

  private final Console console;
  private final Formatter messages =
      new Formatter() {
        @Override
        public String format(LogRecord entry) {
          return formatMessage(entry);
        }
      };

  private final Level leastOfTalkative;

  private ServiceLog(Console console, boolean verbose) {
    this.console = console;
    this.leastOfTalkative = verbose ? Level.INFO : Level.WARNING;
  }

  /** Redirects all logging of this process to the notes of the console. */
  static void install(Console console, boolean verbose) {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    ServiceLog log = new ServiceLog(console, verbose);
    log.setLevel(verbose ? Level.FINE : Level.INFO);
    root.addHandler(log);
    root.setLevel(verbose ? Level.FINE : Level.INFO);
  }

  @Override
  public void publish(LogRecord entry) {
    if (!isLoggable(entry) || isQuiet(entry)) {
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", entry.getInstant().toString());
    line.put("level", entry.getLevel().getName());
    line.put("logger", entry.getLoggerName());
    line.put("message", messages.formatMessage(entry));
    if (entry.getThrown() != null) {
      StringWriter trace = new StringWriter();
      entry.getThrown().printStackTrace(new PrintWriter(trace));
      line.put("exception", trace.toString());
    }
    try {
      console.note(JSON.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      console.note(entry.getMessage());
    }
  }

  private boolean isQuiet(LogRecord entry) {
    String name = entry.getLoggerName();
    for (String talkative : TALKATIVE) {
      if (name != null && name.startsWith(talkative)) {
        return entry.getLevel().intValue() < leastOfTalkative.intValue();
      }
    }
    return false;
  }

  @Override
  public void flush() {
    // every line is written at once
  }

  @Override
  public void close() {
    // the console belongs to the command
  }
}
