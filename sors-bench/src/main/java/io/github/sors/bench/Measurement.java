package io.github.sors.bench;

/**
 * What was measured of one algorithm on one shape of data.
 *
 * @param shape the name of the shape
 * @param algorithm the name of the algorithm
 * @param threads the threads that share large rounds
 * @param clock what all times are measured by, see {@link Clock}
 * @param rounds the rounds that were played; fewer than asked for if the memory was used up
 * @param lossyRounds those of them that had a loss, so that M was written to
 * @param touchedEntries the entries that the rounds looked at, in all
 * @param seconds the time of all rounds, without that of drawing triplets
 * @param roundsPerSecond how many rounds a second takes
 * @param nanosecondsPerEntry the time of a touched entry
 * @param storage how the matrix was kept at the end
 * @param matrixBytes what the matrix took at the end
 * @param nonZeros the entries off the diagonal that were not zero at the end
 * @param bytesPerNonZero what such an entry took, or null if there are none
 * @param snapshotSeconds the time of making a model of the matrix
 * @param peakBytes the most memory that the process held, with the data and before the snapshot
 * @param limitNanosecondsPerEntry the time of a touched entry in a plain loop, see {@link
 *     TouchLoop}, or null where that does not fit into memory
 * @param timesLimit how many times slower than that loop the learner is, or null
 * @param paperSeconds what the paper reports for 100,000 rounds, or null
 * @param timesFasterThanPaper the ratio of that to the time here, scaled to as many rounds, or null
 */
record Measurement(
    String shape,
    String algorithm,
    int threads,
    String clock,
    long rounds,
    long lossyRounds,
    long touchedEntries,
    double seconds,
    double roundsPerSecond,
    double nanosecondsPerEntry,
    String storage,
    long matrixBytes,
    long nonZeros,
    Double bytesPerNonZero,
    double snapshotSeconds,
    long peakBytes,
    Double limitNanosecondsPerEntry,
    Double timesLimit,
    Double paperSeconds,
    Double timesFasterThanPaper) {}
