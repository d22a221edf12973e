/**
 * What a request passes before its route: host names, tokens, limits of connections, bodies and
 * answers.
 *
 * <p>Each guard is a handler of Jetty or is asked by one, and refuses with a {@link
 * io.github.sors.server.http.exchange.Problem}. The values that it compares with are in {@code
 * http}, and no guard knows a collection.
 */
@NullMarked
package io.github.sors.server.http.guard;

import org.jspecify.annotations.NullMarked;
