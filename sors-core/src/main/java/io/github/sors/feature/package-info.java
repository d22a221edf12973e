/** Numbers for features, so that memory goes by the features that there are. */
package io.github.sors.feature;
