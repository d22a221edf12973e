/** Runs that try the service hard: kills, load and hostile requests. */
package io.github.sors.bench.service;
