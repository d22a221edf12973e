package io.github.sors.data.fit;

/**
 * The quality of a candidate on the held-out data after some rounds.
 *
 * @param candidate the candidate
 * @param rounds the rounds that it had learnt for
 * @param lossShare the share of the rounds since the last look that had a loss
 * @param quality what was measured
 */
public record Look(Candidate candidate, long rounds, double lossShare, Quality quality) {}
