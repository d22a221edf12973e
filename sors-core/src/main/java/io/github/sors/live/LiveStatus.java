package io.github.sors.live;

import io.github.sors.eval.Gain;

/**
 * Which model is in use, since when and why.
 *
 * @param version the version in use; 0 is the start
 * @param since the number of choices after which it came into use
 * @param reason why, in a sentence
 * @param choices how many choices there were so far
 * @param evidence the wealth of the bet that what was learnt is better than what is in use
 * @param needed the wealth at which it comes into use
 * @param doubt the wealth of the bet that the start is better than what is in use
 * @param neededToGoBack the wealth at which the start comes back
 * @param gain the mean difference of 1/rank of what was chosen, between what is in use and the
 *     start, with its 95% interval, on choices of queries that the start ranked since this version
 *     came into use; nothing was shown by the model that is judged
 */
public record LiveStatus(
    int version,
    long since,
    String reason,
    long choices,
    double evidence,
    double needed,
    double doubt,
    double neededToGoBack,
    Gain gain) {}
