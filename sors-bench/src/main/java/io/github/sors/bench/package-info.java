/** Benchmarks of the learners, and the limits that they are held against. */
package io.github.sors.bench;
