/**
 * One request and its answer: bodies of JSON, problems, and streams of events.
 *
 * <p>Every error of a request is a {@link io.github.sors.server.http.exchange.Problem}, which the
 * client gets. Which paths there are, and who may use them, is not known here.
 */
@NullMarked
package io.github.sors.server.http.exchange;

import org.jspecify.annotations.NullMarked;
