/** The paper's table of results and its parameters. */
package io.github.sors.lab.paper;
