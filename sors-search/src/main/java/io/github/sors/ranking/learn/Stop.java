package io.github.sors.ranking.learn;

/**
 * Settings, and when learning with them stops.
 *
 * @param settings the settings
 * @param rounds the number of rounds
 * @param <S> the kind of settings
 */
public record Stop<S>(S settings, long rounds) {

  @Override
  public String toString() {
    return settings + ", " + rounds + " rounds";
  }
}
