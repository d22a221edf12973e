package io.github.sors.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * Chooses the implementation of the kernels, once, when they are first used.
 *
 * <p>The Vector API is taken where the JVM was started with {@code --add-modules
 * jdk.incubator.vector} and compiles it to vector instructions, which is what HotSpot's optimising
 * compiler does; interpreted or left to another compiler it is slower than plain Java by orders of
 * magnitude. Everywhere else the kernels are those in plain Java, and the class that needs the
 * module is never loaded. Results do not depend on the choice; it is logged, at level {@code INFO}
 * where there would be something faster.
 *
 * <p>The system property {@code sors.kernels}, {@code scalar} or {@code vector}, overrides all
 * this.
 */
final class KernelChoice {

  private static final String PROPERTY = "sors.kernels";
  private static final String MODULE = "jdk.incubator.vector";

  private KernelChoice() {}

  /**
   * The implementation to be used by this JVM.
   *
   * @param scalar makes the one in plain Java
   * @param vector the class with the Vector API, by name, as it can be compiled and loaded only
   *     where the module is
   * @throws ExceptionInInitializerError if the system property cannot be followed. An error, since
   *     this runs while a class is initialised: it reaches the caller with its message.
   */
  static <T> T choose(Class<T> type, Supplier<? extends T> scalar, String vector) {
    return Decision.VECTORS ? vectorKernels(type, vector) : scalar.get();
  }

  /** Taken once, so that it is logged once. */
  private static final class Decision {
    static final boolean VECTORS = vectorsAreChosen();
  }

  private static boolean vectorsAreChosen() {
    String forced = System.getProperty(PROPERTY);
    if (forced == null) {
      return vectorsAreFaster();
    }
    if (forced.equals("scalar")) {
      return false;
    }
    if (!forced.equals("vector")) {
      throw new ExceptionInInitializerError(
          "the system property " + PROPERTY + " must be scalar or vector, but is '" + forced + "'");
    }
    if (!moduleIsThere()) {
      throw new ExceptionInInitializerError(
          PROPERTY
              + "=vector needs the module "
              + MODULE
              + ": start Java with --add-modules "
              + MODULE);
    }
    return true;
  }

  private static boolean vectorsAreFaster() {
    Logger logger = System.getLogger(KernelChoice.class.getPackageName());
    if (!moduleIsThere()) {
      logger.log(
          Level.INFO,
          "kernels in plain Java; faster ones with --add-modules "
              + MODULE
              + ", and no such line with -D"
              + PROPERTY
              + "=scalar");
      return false;
    }
    if (!vectorsAreCompiled()) {
      logger.log(
          Level.DEBUG,
          "kernels in plain Java, as this JVM would interpret the Vector API; force it with -D"
              + PROPERTY
              + "=vector");
      return false;
    }
    logger.log(
        Level.DEBUG, "kernels with the Vector API; switch it off with -D" + PROPERTY + "=scalar");
    return true;
  }

  private static boolean moduleIsThere() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  /** Whether this is HotSpot with its optimising compiler, C2, at work. */
  private static boolean vectorsAreCompiled() {
    String name = System.getProperty("java.vm.name", "");
    String mode = System.getProperty("java.vm.info", "");
    return (name.contains("OpenJDK") || name.contains("HotSpot"))
        // neither -Xint nor -XX:TieredStopAtLevel=1
        && !mode.contains("interpreted mode")
        && !mode.contains("emulated-client")
        // another compiler in C2's place
        && !System.getProperty("java.vm.version", "").contains("jvmci");
  }

  private static <T> T vectorKernels(Class<T> type, String name) {
    try {
      return Class.forName(name).asSubclass(type).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(
          "the kernels with the Vector API cannot be loaded; do without them with -D"
              + PROPERTY
              + "=scalar",
          e);
    }
  }
}
