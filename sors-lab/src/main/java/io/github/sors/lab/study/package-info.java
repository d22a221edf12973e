/** A comparison of methods on data sets over repeated splits, which survives interruptions. */
package io.github.sors.lab.study;
