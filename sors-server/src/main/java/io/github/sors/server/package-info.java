/** The service: a collection that is searched and taught over HTTP, and the page to do it with. */
package io.github.sors.server;
