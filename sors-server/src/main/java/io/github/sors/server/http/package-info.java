/**
 * The HTTP API of collections.
 *
 * <p>{@link io.github.sors.server.http.RequestLimits} limit the memory and the time that a request
 * can take.
 *
 * <p>Threads: everything is called by threads of Jetty, at once. Failures: every error of a request
 * is a {@link io.github.sors.server.http.exchange.Problem}, which the client gets; a port that is in use
 * throws {@link io.github.sors.InvalidInputException} at the start.
 *
 * @since 0.1.0
 */
@Experimental
@NullMarked
package io.github.sors.server.http;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;
