package io.github.sors.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * Chooses the implementation of the kernels, once, on first use.
 *
 * <p>The Vector API is used if the JVM was started with {@code --add-modules jdk.incubator.vector}
 * and compiles it to vector instructions, as HotSpot's optimising compiler does. Interpreted, or
 * compiled by another compiler, it is slower than plain Java by orders of magnitude. Otherwise the
 * kernels in plain Java are used, and the class that needs the module is never loaded. Results do
 * not depend on the choice. It is logged, at level {@code INFO} if a faster choice is available.
 *
 * <p>The system property {@code sors.kernels}, {@code scalar} or {@code vector}, overrides the
 * choice.
 */
final class KernelChoice {

  private static final String PROPERTY = "sors.kernels";
  private static final String MODULE = "jdk.incubator.vector";

  private KernelChoice() {}

  /**
   * Returns the implementation to use in this JVM.
   *
   * @param scalar creates the implementation in plain Java
   * @param vector the name of the class that uses the Vector API; only a name, since the class
   *     cannot be loaded without the module
   * @throws ExceptionInInitializerError if the system property is invalid or asks for a missing
   *     module. An error, since this runs while a class is initialised, and an error keeps its
   *     message.
   */
  static <T> T choose(Class<T> type, Supplier<? extends T> scalar, String vector) {
    return Decision.VECTORS ? vectorKernels(type, vector) : scalar.get();
  }

  /** Initialised once, so that the choice is logged once. */
  private static final class Decision {
    static final boolean VECTORS =
        System.getProperty(PROPERTY) == null
            ? vectorsAreFaster()
            : vectorsAreForced(System.getProperty(PROPERTY));
  }

  /** Whether the property asks for the Vector API. */
  private static boolean vectorsAreForced(String forced) {
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
          "using the kernels in plain Java: start Java with --add-modules "
              + MODULE
              + " for faster ones, or with -D"
              + PROPERTY
              + "=scalar to hide this message");
      return false;
    }
    if (!vectorsAreCompiled()) {
      logger.log(
          Level.DEBUG,
          "using the kernels in plain Java, since this JVM does not compile the Vector API; force it with -D"
              + PROPERTY
              + "=vector");
      return false;
    }
    logger.log(
        Level.DEBUG,
        "using the kernels with the Vector API; disable them with -D" + PROPERTY + "=scalar");
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
    // as a module, this one does not name the incubating one: javac would warn in every build
    ModuleLayer.boot().findModule(MODULE).ifPresent(KernelChoice.class.getModule()::addReads);
    try {
      return Class.forName(name).asSubclass(type).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(
          "the kernels with the Vector API cannot be loaded; disable them with -D"
              + PROPERTY
              + "=scalar",
          e);
    }
  }
}
