/** Numbers for features, so that memory depends on the features that occur. */
@NullMarked
package io.github.sors.feature;

import org.jspecify.annotations.NullMarked;
