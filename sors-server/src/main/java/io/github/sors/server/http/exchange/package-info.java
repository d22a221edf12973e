/**
 * One request and its answer: bodies of JSON, problems, and streams of events.
 *
 * <p>Every error of a request is a {@link io.github.sors.server.http.exchange.Problem}, which the
 * client gets. Nothing here knows a collection or who may use it.
 */
@NullMarked
package io.github.sors.server.http.exchange;

import org.jspecify.annotations.NullMarked;
