/** Benchmarks of the learners, and the limits that they are compared with. */
package io.github.sors.bench;
