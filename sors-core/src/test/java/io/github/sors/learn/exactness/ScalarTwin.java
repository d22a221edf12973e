package io.github.sors.learn.exactness;

import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Properties;

/**
 * The learners once more in the same process, loaded apart with the kernels in plain Java: a
 * process chooses them only once.
 */
public final class ScalarTwin {

  private static Method entry;

  private ScalarTwin() {}

  /** Runs a case with the kernels in plain Java. */
  static Fingerprint fingerprint(LearnerCase learnerCase, Variant variant) throws IOException {
    long[] numbers = run(learnerCase.name(), learnerCase.rounds(), variant);
    return new Fingerprint(numbers[0], numbers[1], numbers[2], numbers[3]);
  }

  private static synchronized long[] run(String name, long rounds, Variant variant)
      throws IOException {
    try {
      if (entry == null) {
        entry = load();
      }
      return (long[]) entry.invoke(null, name, rounds, variant.text());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof UncheckedIOException unchecked) {
        throw unchecked.getCause();
      }
      throw new IllegalStateException(name + " failed with the kernels in plain Java", e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the learners cannot be loaded apart", e);
    }
  }

  private static Method load() throws ReflectiveOperationException {
    URL[] places = {placeOf(OnlineBilinearLearner.class), placeOf(ScalarTwin.class)};
    // as long as the process lasts, with the platform's classes alone above it
    ClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    Method method =
        loader
            .loadClass(ScalarTwin.class.getName())
            .getMethod("inside", String.class, long.class, String.class);
    Properties before = (Properties) System.getProperties().clone();
    System.setProperty("sors.kernels", "scalar");
    try {
      // the first round chooses the kernels
      method.invoke(null, "short-0", 100L, Variant.PLAIN.text());
    } finally {
      System.setProperties(before);
    }
    return method;
  }

  private static URL placeOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** What the loaded twin runs: public and of the platform's types, since it is another class. */
  public static long[] inside(String name, long rounds, String variant) {
    try {
      Fingerprint found =
          Fingerprint.ofThisProcess(
              LearnerCase.find(name).withRounds(rounds), Variant.parse(variant));
      return new long[] {found.losses(), found.model(), found.rounds(), found.refused()};
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
