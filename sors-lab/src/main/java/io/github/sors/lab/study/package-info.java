/**
 * A comparison of methods on data sets over repeated splits, which can be interrupted and
 * continued.
 */
package io.github.sors.lab.study;
