/**
 * The HTTP API of collections.
 *
 * <p>Every error of a request is a {@link io.github.sors.server.http.Problem}. {@link
 * io.github.sors.server.http.RequestLimits} limit the memory and the time that a request can take.
 *
 * <p>Threads: everything is called by threads of Jetty, at once.
 *
 * @since 0.1.0
 */
@Experimental
package io.github.sors.server.http;

import io.github.sors.Experimental;
