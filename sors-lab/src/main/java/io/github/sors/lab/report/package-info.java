/** The tables, figures and page that a study ends in. */
package io.github.sors.lab.report;
