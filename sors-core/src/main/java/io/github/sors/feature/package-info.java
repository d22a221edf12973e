/** Numbers for features, so that memory depends on the features that occur. */
package io.github.sors.feature;
