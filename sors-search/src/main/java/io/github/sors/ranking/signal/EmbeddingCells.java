package io.github.sors.ranking.signal;

import io.github.sors.embedding.EmbeddingArray;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.InnerProducts;
import io.github.sors.search.TopScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Embeddings in cells, each around a centre, so that a search looks into the nearest cells only: an
 * inverted file (Jégou et al., <i>Product quantization for nearest neighbor search</i>, 2011).
 *
 * <p>{@value #CELLS} centres are means of their cells after {@value #PASSES} passes over a random
 * sample; a search looks into the {@value #LOOKED_INTO} nearest. Making the cells costs O(n d)
 * times {@value #CELLS}, a search an eighth of looking at all. The same embeddings give the same
 * cells.
 */
final class EmbeddingCells {

  private static final int CELLS = 128;
  private static final int LOOKED_INTO = 16;
  private static final int PASSES = 4;
  private static final int SAMPLE = 8_192;
  private static final long SEED = 1;

  private final Embeddings embeddings;
  private final Embeddings centres;
  private final int[][] members;

  EmbeddingCells(Embeddings embeddings) {
    this.embeddings = embeddings;
    int[] there = there(embeddings);
    int[] sample = sample(there);
    int cells = Math.min(CELLS, sample.length);
    Embeddings moving = copy(embeddings, Arrays.copyOf(sample, cells));
    for (int pass = 0; pass < PASSES; pass++) {
      moving = means(embeddings, sample, moving);
    }
    centres = moving;
    int[] cellOf = nearest(embeddings, there, centres);
    int[] sizes = new int[cells];
    for (int cell : cellOf) {
      sizes[cell]++;
    }
    members = new int[cells][];
    for (int cell = 0; cell < cells; cell++) {
      members[cell] = new int[sizes[cell]];
      sizes[cell] = 0;
    }
    for (int place = 0; place < there.length; place++) {
      members[cellOf[place]][sizes[cellOf[place]]++] = there[place];
    }
  }

  private static int[] there(Embeddings embeddings) {
    int[] numbers = new int[embeddings.size()];
    int count = 0;
    for (int number = 0; number < numbers.length; number++) {
      if (embeddings.contains(number)) {
        numbers[count++] = number;
      }
    }
    return Arrays.copyOf(numbers, count);
  }

  /** Drawn without replacement, in the order of the draws. */
  private static int[] sample(int[] there) {
    SplittableRandom random = new SplittableRandom(SEED);
    int[] shuffled = there.clone();
    int count = Math.min(SAMPLE, shuffled.length);
    for (int k = 0; k < count; k++) {
      int other = k + random.nextInt(shuffled.length - k);
      int drawn = shuffled[other];
      shuffled[other] = shuffled[k];
      shuffled[k] = drawn;
    }
    return Arrays.copyOf(shuffled, count);
  }

  private static Embeddings copy(Embeddings embeddings, int[] numbers) {
    List<float[]> vectors = new ArrayList<>();
    for (int number : numbers) {
      vectors.add(embeddings.vector(number));
    }
    return EmbeddingArray.copyOf(embeddings.space(), vectors);
  }

  /** The place of the nearest centre of each of some embeddings. */
  private static int[] nearest(Embeddings embeddings, int[] numbers, Embeddings centres) {
    int[] nearest = new int[numbers.length];
    float[] best = new float[numbers.length];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
    for (int centre = 0; centre < centres.size(); centre++) {
      float[] products =
          InnerProducts.of(
              embeddings, centres.vector(centre), numbers.length, place -> numbers[place]);
      for (int place = 0; place < numbers.length; place++) {
        if (products[place] > best[place]) {
          best[place] = products[place];
          nearest[place] = centre;
        }
      }
    }
    return nearest;
  }

  private static Embeddings means(Embeddings embeddings, int[] sample, Embeddings centres) {
    int dimension = embeddings.space().dimension();
    int[] cellOf = nearest(embeddings, sample, centres);
    float[][] sums = new float[centres.size()][dimension];
    for (int place = 0; place < sample.length; place++) {
      float[] vector = embeddings.vector(sample[place]);
      float[] sum = sums[cellOf[place]];
      for (int k = 0; k < dimension; k++) {
        sum[k] += vector[k];
      }
    }
    List<float[]> means = new ArrayList<>();
    for (int centre = 0; centre < sums.length; centre++) {
      // an empty cell, or one whose vectors cancel out, keeps its centre
      means.add(isZero(sums[centre]) ? centres.vector(centre) : sums[centre]);
    }
    return EmbeddingArray.copyOf(embeddings.space(), means);
  }

  private static boolean isZero(float[] vector) {
    float most = 0;
    for (float value : vector) {
      most = Math.max(most, Math.abs(value));
    }
    return most < 1e-6f;
  }

  /** The numbers of the embeddings that are nearest to a vector, as far as the cells tell. */
  int[] first(float[] vector, int count) {
    float[] ofCentres = InnerProducts.of(centres, vector, centres.size(), k -> k);
    TopScores cells = new TopScores(Math.min(LOOKED_INTO, centres.size()));
    for (int cell = 0; cell < ofCentres.length; cell++) {
      cells.offer(cell, ofCentres[cell]);
    }
    TopScores best = new TopScores(count);
    while (cells.size() > 0) {
      int[] numbers = members[cells.worstNumber()];
      cells.removeWorst();
      float[] products =
          InnerProducts.of(embeddings, vector, numbers.length, place -> numbers[place]);
      for (int place = 0; place < numbers.length; place++) {
        best.offer(numbers[place], products[place]);
      }
    }
    int[] found = new int[best.size()];
    for (int rank = found.length - 1; rank >= 0; rank--) {
      found[rank] = best.worstNumber();
      best.removeWorst();
    }
    return found;
  }
}
