/**
 * What learning a ranking gained, as a page.
 *
 * <p>{@link io.github.sors.ranking.report.SearchReport} writes one page with the measures before
 * and after, query by query, and what was chosen. It needs no network.
 *
 * <p>Threads: any thread may write a report. Failures: a page that cannot be written throws {@link
 * java.io.IOException}.
 */
@NullMarked
package io.github.sors.ranking.report;

import org.jspecify.annotations.NullMarked;
