package io.github.sors.bench.service;

/**
 * One finding of a run.
 *
 * @param text the finding in words
 * @param good whether it is as expected
 */
record Fact(String text, boolean good) {}
