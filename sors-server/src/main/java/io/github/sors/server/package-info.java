/** The service: a collection with an HTTP API for search and feedback, and a web page. */
package io.github.sors.server;
