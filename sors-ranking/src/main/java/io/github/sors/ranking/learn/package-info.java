/** Learning a ranking from judgements, clicks or the documents alone, never below BM25. */
package io.github.sors.ranking.learn;
