// A yardstick for AdapterLearner: the same arithmetic, one thread, without a log, checks or files.
//
//   gcc -O3 -march=native -ffast-math -o adapter adapter.c -lm && ./adapter [dimension] [items] [events]
//
// An event: 32 queries with 358 candidates each, softmax of the start and of the transformed query,
// the gradient through the normalisation, the sum of 32 outer products, a step of Adam with the
// penalty. Prints the milliseconds per event, and those of one transformed query.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 32, CANDIDATES = 358 };

static uint64_t state = 88172645463325252ULL;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static float *allocate(size_t count) {
  float *a = aligned_alloc(64, (4 * count + 63) / 64 * 64);
  memset(a, 0, 4 * count);
  return a;
}

static void random_unit(float *v, int d) {
  double square = 0;
  for (int j = 0; j < d; j++) {
    double a = (next() >> 11) * 0x1p-53, b = (next() >> 11) * 0x1p-53, c = (next() >> 11) * 0x1p-53;
    v[j] = a + b + c - 1.5;
    square += v[j] * v[j];
  }
  for (int j = 0; j < d; j++) v[j] /= sqrt(square);
}

static float dot(const float *restrict a, const float *restrict b, int d) {
  float sum = 0;
  for (int j = 0; j < d; j++) sum += a[j] * b[j];
  return sum;
}

// u = M'q, four rows at a time
static double transform(const float *restrict m, const float *restrict q, float *restrict u, int d) {
  memset(u, 0, 4 * d);
  for (int r = 0; r + 3 < d; r += 4) {
    const float *a = m + (size_t)r * d, *b = a + d, *c = b + d, *e = c + d;
    for (int j = 0; j < d; j++) u[j] += q[r] * a[j] + q[r + 1] * b[j] + q[r + 2] * c[j] + q[r + 3] * e[j];
  }
  double length = sqrt(dot(u, u, d));
  float scale = 1 / length;
  for (int j = 0; j < d; j++) u[j] *= scale;
  return length;
}

int main(int argc, char **argv) {
  int d = argc > 1 ? atoi(argv[1]) : 384;
  int items = argc > 2 ? atoi(argv[2]) : 100000;
  int events = argc > 3 ? atoi(argv[3]) : 300;
  float tau = 0.05f, trust = 0.3f, lambda = 0.01f, rate = 1e-4f * 384 / d;
  size_t dd = (size_t)d * d;
  float *m = allocate(dd), *mean = allocate(dd), *square = allocate(dd);
  float *gradient = allocate(d), *v = allocate((size_t)BATCH * d), *u = allocate(d);
  float *item = allocate((size_t)items * d), *query = allocate((size_t)BATCH * 16 * d);
  for (int r = 0; r < d; r++) m[(size_t)r * d + r] = 1;
  for (int i = 0; i < items; i++) random_unit(item + (size_t)i * d, d);
  for (int i = 0; i < BATCH * 16; i++) random_unit(query + (size_t)i * d, d);
  int numbers[CANDIDATES];
  float by_start[CANDIDATES], by_model[CANDIDATES], slope[CANDIDATES];
  const float *q[BATCH];
  double from = 0, checksum = 0;
  int warm = events / 3;
  for (int event = 0; event < events + warm; event++) {
    if (event == warm) from = seconds();
    for (int b = 0; b < BATCH; b++) {
      q[b] = query + (next() % (BATCH * 16)) * (size_t)d;
      for (int k = 0; k < CANDIDATES; k++) numbers[k] = next() % items;
      double length = transform(m, q[b], u, d);
      float most_start = -9, most_model = -9;
      for (int k = 0; k < CANDIDATES; k++) {
        const float *c = item + (size_t)numbers[k] * d;
        float s = 0, t = 0;
        for (int j = 0; j < d; j++) {
          s += q[b][j] * c[j];
          t += u[j] * c[j];
        }
        by_start[k] = s;
        by_model[k] = t;
        most_start = s > most_start ? s : most_start;
        most_model = t > most_model ? t : most_model;
      }
      double sum_start = 0, sum_model = 0;
      for (int k = 0; k < CANDIDATES; k++) {
        by_start[k] = expf((by_start[k] - most_start) / tau);
        by_model[k] = expf((by_model[k] - most_model) / tau);
        sum_start += by_start[k];
        sum_model += by_model[k];
      }
      float *g = v + (size_t)b * d;
      memset(g, 0, 4 * d);
      for (int k = 0; k < CANDIDATES; k++) {
        float target = (1 - trust) * by_start[k] / sum_start + (k == 0 ? trust : 0);
        slope[k] = (by_model[k] / sum_model - target) / tau / BATCH;
      }
      int k = 0;
      for (; k + 3 < CANDIDATES; k += 4) {
        const float *c0 = item + (size_t)numbers[k] * d, *c1 = item + (size_t)numbers[k + 1] * d;
        const float *c2 = item + (size_t)numbers[k + 2] * d, *c3 = item + (size_t)numbers[k + 3] * d;
        for (int j = 0; j < d; j++)
          g[j] += slope[k] * c0[j] + slope[k + 1] * c1[j] + slope[k + 2] * c2[j] + slope[k + 3] * c3[j];
      }
      for (; k < CANDIDATES; k++) {
        const float *c = item + (size_t)numbers[k] * d;
        for (int j = 0; j < d; j++) g[j] += slope[k] * c[j];
      }
      float along = dot(g, u, d);
      for (int j = 0; j < d; j++) g[j] = (g[j] - along * u[j]) / length;
    }
    float corrected = rate / (1 - pow(.9, event + 1)), scale = 1 / sqrt(1 - pow(.999, event + 1));
    for (int r = 0; r < d; r++) {
      memset(gradient, 0, 4 * d);
      for (int b = 0; b < BATCH; b += 4) {
        float w0 = q[b][r], w1 = q[b + 1][r], w2 = q[b + 2][r], w3 = q[b + 3][r];
        const float *v0 = v + (size_t)b * d, *v1 = v0 + d, *v2 = v1 + d, *v3 = v2 + d;
        for (int j = 0; j < d; j++) gradient[j] += w0 * v0[j] + w1 * v1[j] + w2 * v2[j] + w3 * v3[j];
      }
      gradient[r] -= 2 * lambda;
      float *mr = m + (size_t)r * d, *ar = mean + (size_t)r * d, *sr = square + (size_t)r * d;
      for (int j = 0; j < d; j++) {
        float g = gradient[j] + 2 * lambda * mr[j];
        ar[j] = .9f * ar[j] + .1f * g;
        sr[j] = .999f * sr[j] + .001f * g * g;
        mr[j] -= corrected * ar[j] / (sqrtf(sr[j]) * scale + 1e-8f);
      }
    }
    checksum += m[1];
  }
  double event_ms = 1e3 * (seconds() - from) / events;
  from = seconds();
  int queries = 200;
  for (int k = 0; k < queries; k++) checksum += transform(m, query + (k % 64) * (size_t)d, u, d);
  printf("%d dimensions: %.2f ms per event, %.3f ms per transformed query (%g)\n", d, event_ms,
         1e3 * (seconds() - from) / queries, checksum);
}
