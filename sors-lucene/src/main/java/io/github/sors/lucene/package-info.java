/**
 * The bridge to Lucene: learnt query expansion over text fields that are indexed already, exact
 * search of vectors that Lucene stores, and the same queries for search servers.
 */
package io.github.sors.lucene;
