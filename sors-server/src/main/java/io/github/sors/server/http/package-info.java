/**
 * The collection over HTTP: requests in, JSON out.
 *
 * <p>Whatever is wrong with a request ends in a {@link io.github.sors.server.http.Problem}; nothing
 * in a request decides how much memory or time it takes beyond {@link
 * io.github.sors.server.http.RequestLimits}.
 */
package io.github.sors.server.http;
