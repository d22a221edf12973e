/** What learning a ranking gained, as a page. */
package io.github.sors.ranking.report;
