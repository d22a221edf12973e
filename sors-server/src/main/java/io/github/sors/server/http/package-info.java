/**
 * The settings of the HTTP API of collections: who may use it, and the limits of requests and
 * connections.
 *
 * <p>{@link io.github.sors.server.http.RequestLimits} limit the memory and the time that a request
 * can take. {@link io.github.sors.server.HttpServer} takes the settings; what answers requests by
 * them is in packages below this one, which are not exported.
 *
 * <p>Threads: values are immutable, and tokens may be checked by any thread. Failures: a bad value
 * or file throws {@link io.github.sors.InvalidInputException} at the start.
 */
@Experimental
@NullMarked
package io.github.sors.server.http;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;
