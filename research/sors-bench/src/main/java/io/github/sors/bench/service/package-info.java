/**
 * Stress tests of the service: kills, load, hostile requests and damaged files.
 *
 * <p>research/service.md says what each run does, and what was found.
 */
package io.github.sors.bench.service;
