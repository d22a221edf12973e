/** Queries, judgements and clicks by id, and the rankings that a search gives. */
package io.github.sors.ranking;
