/**
 * The HTTP API of collections.
 *
 * <p>Every error of a request is a {@link io.github.sors.server.http.Problem}. {@link
 * io.github.sors.server.http.RequestLimits} limit the memory and the time that a request can take.
 */
package io.github.sors.server.http;
