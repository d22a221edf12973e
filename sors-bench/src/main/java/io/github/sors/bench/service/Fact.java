package io.github.sors.bench.service;

/**
 * One thing that a run found out.
 *
 * @param text what was found, in words
 * @param good whether it is as it should be
 */
record Fact(String text, boolean good) {}
