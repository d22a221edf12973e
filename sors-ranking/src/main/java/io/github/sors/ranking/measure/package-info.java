/** How good a ranking is, with the values of trec_eval, and whether one is better than another. */
package io.github.sors.ranking.measure;
