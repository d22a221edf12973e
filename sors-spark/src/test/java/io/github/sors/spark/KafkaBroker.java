package io.github.sors.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringSerializer;

/** A real broker of Kafka, alone in its cluster, on the loopback, as a process of its own. */
final class KafkaBroker {

  private static final int SECONDS = 60;

  private final Process process;
  private final Path log;
  private final String servers;

  /** Starts a broker that keeps everything in the given folder. */
  KafkaBroker(Path folder) throws IOException {
    Path settings = folder.resolve("server.properties");
    log = folder.resolve("server.log");
    try (ServerSocket broker = anyPort();
        ServerSocket controller = anyPort()) {
      servers = "127.0.0.1:" + broker.getLocalPort();
      String quorum = "127.0.0.1:" + controller.getLocalPort();
      Files.write(
          settings,
          List.of(
              "process.roles=broker,controller",
              "node.id=1",
              "listeners=PLAINTEXT://" + servers + ",CONTROLLER://" + quorum,
              "controller.listener.names=CONTROLLER",
              "controller.quorum.voters=1@" + quorum,
              "log.dirs=" + folder.resolve("data"),
              "auto.create.topics.enable=false",
              // it would take half of the small heap
              "log.cleaner.enable=false"));
    }
    process = ChildJvm.start(log, List.of("-Xmx256m"), KafkaBroker.class, settings.toString());
  }

  private static ServerSocket anyPort() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /** What runs in the process: formats the storage, then serves. */
  public static void main(String[] arguments) {
    String settings = arguments[0];
    int formatted =
        StorageTool.execute(
            new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", settings},
            System.out);
    if (formatted != 0) {
      throw new IllegalStateException("the storage can not be formatted");
    }
    Kafka.main(new String[] {settings});
  }

  /** Where clients connect to. */
  String servers() {
    return servers;
  }

  /** Makes a topic of one partition, so that its records have one order. */
  void createTopic(String name) throws IOException, InterruptedException {
    createTopic(name, 1);
  }

  void createTopic(String name, int partitions) throws IOException, InterruptedException {
    try (Admin admin = Admin.create(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers))) {
      admin
          .createTopics(Set.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "no topic " + name + ": " + e.getMessage() + "\n" + Files.readString(log), e);
    }
  }

  /** Appends records to a topic of one partition, one after the other. */
  void send(String topic, List<String> values) throws InterruptedException {
    send(topic, 1, values);
  }

  /** Appends records to the partitions of a topic in turn, a millisecond apart. */
  void send(String topic, int partitions, List<String> values) throws InterruptedException {
    long time = System.currentTimeMillis() - values.size();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
            new StringSerializer(),
            new StringSerializer())) {
      for (int k = 0; k < values.size(); k++) {
        producer
            .send(new ProducerRecord<>(topic, k % partitions, time + k, null, values.get(k)))
            .get(SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the broker does not take a record", e);
    }
  }

  /** Ends the process; what it wrote goes with its folder. */
  void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
