package io.github.sors.server.http;

/**
 * The limits of a request.
 *
 * @param bodyBytes the maximum length of a body
 * @param itemFeatures the maximum number of features of an item or a query
 * @param textLength the maximum length of an item's text, in characters
 * @param queryLength the maximum length of a query's text, in characters
 * @param idLength the maximum length of an id, in characters
 * @param comparisons the maximum number of comparisons
 * @param items the maximum number of items
 * @param hits the maximum number of hits of a search
 * @param streams the maximum number of event streams at once
 * @param bodiesBytes the memory limit of all bodies in progress
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

  // a parsed body takes up to eight times its size
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
