package io.github.sors.server.collection;

/**
 * The model that a collection starts from. The folder of the collection contains a copy of its
 * file, and every replay of the log begins with it.
 *
 * @param name the name of the original file
 * @param hash the SHA-256 of its bytes
 */
public record StartModel(String name, String hash) {}
