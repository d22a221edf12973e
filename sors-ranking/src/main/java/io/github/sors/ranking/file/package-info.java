/** Files of queries, judgements, clicks and rankings. */
package io.github.sors.ranking.file;
