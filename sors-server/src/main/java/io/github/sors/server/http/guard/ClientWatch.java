package io.github.sors.server.http.guard;

import io.github.sors.server.http.ConnectionLimits;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Keeps slow clients from exhausting shared resources.
 *
 * <p>A client that takes too long for a header, a body or an answer is disconnected. If there are
 * too many connections, in total or from one address, a new connection replaces the most expendable
 * one: first those that never sent a complete request, then slow senders, then slow readers. So an
 * attacker who holds connections open loses them to normal clients.
 *
 * <p>Jetty can limit connections, too, but then it accepts no new ones, which is what an attacker
 * wants; and its limits of data rates do not cover headers.
 */
public final class ClientWatch extends Handler.Wrapper implements Connection.Listener {

  private static final String ATTRIBUTE = WatchedConnection.class.getName();
  private static final long PERIOD_MILLIS = 250;

  /** The connections from one address. */
  private static final class AddressConnections {
    private int count;
    // those that have never sent a complete request, the oldest first
    private final Set<WatchedConnection> unproven = new LinkedHashSet<>();
  }

  private final ConnectionLimits limits;
  private final Map<String, AddressConnections> byAddress = new HashMap<>();
  private final Map<Connection, WatchedConnection> open = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "sors-clients");
            thread.setDaemon(true);
            return thread;
          });

  // the memory budget of answers that clients have not read yet
  private final ByteBudget answers;

  public ClientWatch(ConnectionLimits limits, ByteBudget answers) {
    this.limits = limits;
    this.answers = answers;
  }

  /** The watched connection of a request. */
  static WatchedConnection of(Request request) {
    return (WatchedConnection) request.getAttribute(ATTRIBUTE);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    var unused =
        clock.scheduleWithFixedDelay(
            this::giveUpOverdue, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  protected void doStop() throws Exception {
    clock.shutdownNow();
    super.doStop();
  }

  private void giveUpOverdue() {
    long now = System.nanoTime();
    open.values().forEach(client -> client.giveUpIfOverdue(now, limits));
    if (answers.isScarce()) {
      open.values().stream()
          .filter(client -> client.isReadingSlowly(now))
          .min(Comparator.comparingLong(client -> client.phaseStart() - now))
          .ifPresent(WatchedConnection::close);
    }
  }

  @Override
  public void onOpened(Connection connection) {
    SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
    String address =
        remote instanceof InetSocketAddress internet
            ? internet.getAddress().getHostAddress()
            : String.valueOf(remote);
    makeRoomFor(new WatchedConnection(connection, address));
  }

  private synchronized void makeRoomFor(WatchedConnection client) {
    open.put(client.connection(), client);
    AddressConnections neighbours =
        byAddress.computeIfAbsent(client.address(), a -> new AddressConnections());
    neighbours.count++;
    neighbours.unproven.add(client);
    if (open.size() > limits.connections()) {
      closeMostExpendable(client, other -> true);
    } else if (neighbours.count > limits.connectionsPerAddress()) {
      WatchedConnection oldest = neighbours.unproven.iterator().next();
      if (oldest == client) {
        closeMostExpendable(client, other -> other.address().equals(client.address()));
      } else {
        close(oldest);
      }
    }
  }

  private synchronized void forget(WatchedConnection client) {
    // Jetty reports later that the connection was closed
    if (open.remove(client.connection()) != null) {
      byAddress.computeIfPresent(
          client.address(),
          (address, neighbours) -> {
            neighbours.unproven.remove(client);
            neighbours.count--;
            return neighbours.count == 0 ? null : neighbours;
          });
    }
  }

  private void close(WatchedConnection client) {
    forget(client);
    client.close();
  }

  private synchronized void prove(WatchedConnection client) {
    AddressConnections neighbours = byAddress.get(client.address());
    if (neighbours != null) {
      neighbours.unproven.remove(client);
    }
  }

  private void closeMostExpendable(WatchedConnection newest, Predicate<WatchedConnection> among) {
    long now = System.nanoTime();
    WatchedConnection chosen = newest;
    int lowest = WatchedConnection.NOT_EXPENDABLE;
    for (WatchedConnection client : open.values()) {
      if (client != newest && among.test(client)) {
        int expendability = client.expendability(now);
        if (expendability < lowest
            || (expendability == lowest
                && lowest < WatchedConnection.NOT_EXPENDABLE
                && client.phaseStart() - chosen.phaseStart() < 0)) {
          chosen = client;
          lowest = expendability;
        }
      }
    }
    close(chosen);
  }

  @Override
  public void onClosed(Connection connection) {
    WatchedConnection client = open.get(connection);
    if (client != null) {
      forget(client);
    }
  }

  /** The number of connections. */
  public int connections() {
    return open.size();
  }

  /** Whether the service is still computing an answer. */
  public boolean isAnswering() {
    return open.values().stream().anyMatch(WatchedConnection::isAnswering);
  }

  /** Whether the service is still sending an answer. */
  public boolean isSending() {
    return open.values().stream().anyMatch(WatchedConnection::isSending);
  }

  /** Closes all connections. */
  public void closeAll() {
    open.values().forEach(WatchedConnection::close);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    WatchedConnection client = open.get(connection);
    if (client == null) {
      // closed after it sent the request
      client = new WatchedConnection(connection, "");
    }
    WatchedConnection watched = client;
    if (watched.isFirstRequest()) {
      prove(watched);
    }
    request.setAttribute(ATTRIBUTE, watched);
    watched.answerStarted();
    AnswerBuffer answer =
        new AnswerBuffer(
            request, response, Callback.from(watched::answered, callback), watched, answers);
    return super.handle(request, answer, answer);
  }
}
