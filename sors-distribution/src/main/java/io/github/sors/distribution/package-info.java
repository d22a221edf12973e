/** Makes what a distribution has beside the jars: manual pages, completions, a Java of its own. */
package io.github.sors.distribution;
