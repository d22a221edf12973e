/**
 * The routes of the API: which method and path does what, and what the answer looks like.
 *
 * <p>Each class has the routes of one subject and keeps no state between two requests. Whether a
 * request gets here at all is decided in {@code guard}.
 */
@NullMarked
package io.github.sors.server.http.route;

import org.jspecify.annotations.NullMarked;
