/**
 * Collections behind the API: their registry, and what each one has for HTTP alone, such as its
 * reader of requests, charts, event streams and metrics.
 *
 * <p>A {@link io.github.sors.server.http.hosted.HostedCollection} wraps a collection and adds
 * nothing to what it stores. Paths and methods are not here but in {@code route}.
 */
@NullMarked
package io.github.sors.server.http.hosted;

import org.jspecify.annotations.NullMarked;
