/** What a study compares: methods of learning a similarity, their parameters and their grids. */
package io.github.sors.lab;
