/** Learning a ranking from judgements, clicks or the documents alone, or keeping BM25. */
package io.github.sors.ranking.learn;
