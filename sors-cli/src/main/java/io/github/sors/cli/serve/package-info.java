/**
 * The service: {@code serve}, and {@code admin} with {@code token}, {@code backup} and {@code
 * restore}.
 *
 * <p>They start the service of the module sors-server, or ask a running one to do something. What
 * the service does is not here.
 */
package io.github.sors.cli.serve;
