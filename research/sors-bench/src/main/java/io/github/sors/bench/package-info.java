/**
 * Benchmarks of the learners, and the limits that they are compared with.
 *
 * <p>{@code BenchCommand} lists them. docs/explanation/performance.md says how to repeat what it
 * shows. {@code service} has the stress tests.
 */
package io.github.sors.bench;
