package io.github.sors.bench;

/**
 * The measurements of one algorithm on one shape of data.
 *
 * @param shape the name of the shape
 * @param algorithm the name of the algorithm
 * @param threads the threads that share large rounds
 * @param clock the clock of all times, see {@link Clock}
 * @param rounds the number of rounds played; fewer than requested if memory ran out
 * @param lossyRounds the number of rounds with a loss, which wrote to M
 * @param touchedEntries the total number of entries that the rounds read
 * @param seconds the time of all rounds, without that of drawing triplets
 * @param roundsPerSecond the rounds per second
 * @param nanosecondsPerEntry the time of a touched entry
 * @param storage the storage of the matrix at the end
 * @param matrixBytes the bytes of the matrix at the end
 * @param nonZeros the entries off the diagonal that were not zero at the end
 * @param bytesPerNonZero the bytes per such entry, or null if there are none
 * @param snapshotSeconds the time of making a model of the matrix
 * @param peakBytes the peak memory of the process, with the data and before the snapshot
 * @param limitNanosecondsPerEntry the time of a touched entry in a plain loop, see {@link
 *     TouchLoop}, or null if it does not fit into memory
 * @param timesLimit how many times slower than that loop the learner is, or null
 * @param paperSeconds the paper's seconds for 100,000 rounds, or null
 * @param timesFasterThanPaper their ratio to the time here, scaled to the same number of rounds, or
 *     null
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
