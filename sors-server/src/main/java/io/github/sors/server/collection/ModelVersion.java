package io.github.sors.server.collection;

/**
 * A state of the model that a rollback can return to.
 *
 * <p>Threads: immutable.
 *
 * @param number the number of the record that marks it
 * @param time when it was marked, in milliseconds since 1970
 * @param rounds the learner's rounds until then
 * @param name its name
 * @since 0.1.0
 */
public record ModelVersion(long number, long time, long rounds, String name) {}
