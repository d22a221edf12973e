/**
 * The learners side by side with the algorithms as the papers print them: descriptions of streams,
 * the literal algorithms, and the comparison of the two.
 */
package io.github.sors.learn.exactness;
