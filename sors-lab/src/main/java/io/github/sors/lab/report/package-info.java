/** The tables, the figures and the page of a study. */
package io.github.sors.lab.report;
