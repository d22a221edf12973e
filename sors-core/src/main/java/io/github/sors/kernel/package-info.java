/** Every hot loop, as a static method over primitive arrays. */
package io.github.sors.kernel;
