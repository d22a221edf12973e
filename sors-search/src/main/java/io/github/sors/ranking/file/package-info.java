/**
 * Files of queries, judgements, clicks and rankings.
 *
 * <p>{@link io.github.sors.ranking.file.QueryFile} reads queries, {@link
 * io.github.sors.ranking.file.QrelsFile} judgements of TREC, {@link
 * io.github.sors.ranking.file.ClickLogFile} and {@link
 * io.github.sors.ranking.file.UserBehaviorFiles} clicks, {@link
 * io.github.sors.ranking.file.RunFile} reads and writes rankings.
 *
 * <p>Threads: static methods may be called by any thread. Failures: a bad file throws {@link
 * io.github.sors.InvalidInputException} with file and line.
 */
@NullMarked
package io.github.sors.ranking.file;

import org.jspecify.annotations.NullMarked;
