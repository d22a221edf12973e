/**
 * Finding items: {@code index}, {@code search} and {@code search-learn}, and what takes a model to
 * other search engines, {@code encode} and {@code bulk}.
 *
 * <p>How the indexes work is in the module sors-search. A service that answers is not here but in
 * {@code cli.serve}.
 */
package io.github.sors.cli.search;
