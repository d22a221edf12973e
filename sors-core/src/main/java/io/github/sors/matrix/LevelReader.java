package io.github.sors.matrix;

/** Reads the value that an entry has now from what is stored of it. */
@FunctionalInterface
interface LevelReader {
  float valueOf(float level, float square);
}
