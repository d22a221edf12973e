/**
 * The bridge to Lucene: learnt query expansion over text fields that are indexed already, exact
 * search of vectors that Lucene stores, and the same queries for search servers.
 *
 * <p>An expansion Mᵀq is a set of weighted terms. It becomes a query of Lucene, or the body of a
 * request to OpenSearch, Elasticsearch or Solr; the index stays as it is when the model learns
 * more. docs/how-to/search-engines.md and docs/how-to/lucene.md have the steps.
 *
 * <p>Threads: queries and their makers are immutable; the index writers and searchers are Lucene's,
 * with Lucene's rules. Failures: a model or a folder that does not fit throws {@link
 * io.github.sors.InvalidInputException}, a disk {@link java.io.IOException}.
 */
@NullMarked
package io.github.sors.lucene;

import org.jspecify.annotations.NullMarked;
