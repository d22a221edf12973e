package io.github.sors.server.collection;

/**
 * What a copy of a collection has.
 *
 * <p>Threads: immutable. Failures: none.
 *
 * @param files how many files were copied
 * @param sequence the number of the last record in the copy
 */
public record CopiedCollection(int files, long sequence) {}
