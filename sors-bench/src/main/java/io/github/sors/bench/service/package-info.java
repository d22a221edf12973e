/** Stress tests of the service: kills, load, hostile requests and damaged files. */
package io.github.sors.bench.service;
