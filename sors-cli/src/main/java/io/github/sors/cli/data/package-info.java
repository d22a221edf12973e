/**
 * What is in files, and other files made of them: {@code data} and {@code info}.
 *
 * <p>Readers and the registry of data sets are in the module sors-data. Options that name data, for
 * all subcommands, are not here but in {@code cli.input}.
 */
package io.github.sors.cli.data;
