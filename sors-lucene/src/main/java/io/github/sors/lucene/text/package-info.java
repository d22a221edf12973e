/** From raw records to vectors: Lucene's text analysis, categories and numbers, by one recipe. */
package io.github.sors.lucene.text;
