package io.github.sors.server.http;

/**
 * How much a request may ask for.
 *
 * @param bodyBytes the longest body
 * @param itemFeatures the most features of an item or a query
 * @param textLength the longest text of an item, in characters
 * @param queryLength the longest text of a query, in characters
 * @param idLength the longest id, in characters
 * @param comparisons the most comparisons of one request
 * @param items the most items of one request
 * @param hits the most hits of one search
 * @param streams the most streams of events at once
 * @param bodiesBytes the memory of all bodies that are being read and answered at once
 */
public record RequestLimits(
    int bodyBytes,
    int itemFeatures,
    int textLength,
    int queryLength,
    int idLength,
    int comparisons,
    int items,
    int hits,
    int streams,
    long bodiesBytes) {

  // a body takes up to eight times its size once it is parsed
  private static final int BODIES_OF_HEAP = 32;

  /** Bodies of 4 MiB, items of 4,096 features, 16 streams; 1/32 of the heap for all bodies. */
  public static final RequestLimits DEFAULT =
      new RequestLimits(
          4 << 20,
          4096,
          200_000,
          2000,
          256,
          1000,
          10_000,
          1000,
          16,
          Math.max(4 << 20, Runtime.getRuntime().maxMemory() / BODIES_OF_HEAP));

  /** These limits with other memory for all bodies at once. */
  public RequestLimits withBodiesBytes(long bytes) {
    return new RequestLimits(
        bodyBytes,
        itemFeatures,
        textLength,
        queryLength,
        idLength,
        comparisons,
        items,
        hits,
        streams,
        bytes);
  }
}
