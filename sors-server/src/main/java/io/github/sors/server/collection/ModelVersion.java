package io.github.sors.server.collection;

/**
 * A state of the model that a rollback can return to.
 *
 * @param number the number of the record that marks it
 * @param time when it was marked, in milliseconds since 1970
 * @param rounds the learner's rounds until then
 * @param name its name
 */
public record ModelVersion(long number, long time, long rounds, String name) {}
