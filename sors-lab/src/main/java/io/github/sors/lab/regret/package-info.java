/**
 * Tests of the paper's regret bounds: the loss of the learners, the best possible loss, and the
 * bounds.
 */
package io.github.sors.lab.regret;
