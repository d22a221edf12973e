/**
 * Learning a model and how good it is: {@code train}, {@code tune}, {@code evaluate} and {@code
 * demo}.
 *
 * <p>The choice of parameters itself is {@code io.github.sors.tune}. Rankings that are learnt from
 * judgements are not here but in {@code cli.search}.
 */
package io.github.sors.cli.train;
