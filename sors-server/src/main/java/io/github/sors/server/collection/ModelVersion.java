package io.github.sors.server.collection;

/**
 * A moment that what was learnt can be brought back to.
 *
 * @param number the number of the record that marks it
 * @param time when it was marked, in milliseconds since 1970
 * @param rounds the learner's rounds until then
 * @param name what it is called
 */
public record ModelVersion(long number, long time, long rounds, String name) {}
