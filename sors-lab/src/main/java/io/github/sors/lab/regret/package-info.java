/** The paper's regret bounds, executed: what was suffered, what was possible, what is promised. */
package io.github.sors.lab.regret;
