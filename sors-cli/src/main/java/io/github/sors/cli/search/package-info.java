/**
 * Finding items: {@code index} and {@code search}.
 *
 * <p>How the indexes work is in the module sors-search. A service that answers is not here but in
 * {@code cli.serve}.
 */
package io.github.sors.cli.search;
