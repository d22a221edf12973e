/** What the paper reports: its table of results and its parameters. */
package io.github.sors.lab.paper;
