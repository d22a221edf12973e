/** The choice of parameters by cross-validation on training rows. */
package io.github.sors.lab.tune;
