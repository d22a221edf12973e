/**
 * The service: a collection with an HTTP API for search and feedback, and a web page.
 *
 * <p>{@link io.github.sors.server.SorsService} starts it in this process and stops it: {@code
 * collection} keeps the items and learns, {@code http} answers requests, and {@link
 * io.github.sors.server.HttpServer} puts the parts of {@code http} together.
 *
 * <p>Threads: a service may be used by any thread. Failures: a folder that another process has
 * open, or whose log is damaged, throws {@link io.github.sors.InvalidInputException} at the start;
 * an error that stops the service later completes {@link
 * io.github.sors.server.SorsService#fatalError}.
 */
@NullMarked
package io.github.sors.server;

import org.jspecify.annotations.NullMarked;
