package io.github.sors.samples;

import io.github.sors.data.registry.DataSetEntry;
import io.github.sors.data.registry.DataSetProvider;
import java.util.List;

/**
 * Adds the data sets of this module to the registry.
 *
 * <p>Threads: any thread may call it. Failures: none before the data are loaded.
 */
public final class SampleDataSets implements DataSetProvider {

  /** Creates the provider; {@link java.util.ServiceLoader} does that. */
  public SampleDataSets() {}

  @Override
  public List<DataSetEntry> entries() {
    return List.of(
        new DataSetEntry(
            Emoji.NAME,
            "emoji by name and keywords; the classes are the subgroups of Unicode",
            "jemoji, Apache-2.0; emojilib, MIT",
            List.of(),
            Emoji::load),
        new DataSetEntry(
            Definitions.NAME,
            "definitions of English nouns without the noun; the classes are their hypernyms",
            "WordNet 3.1, copyright 2011 by Princeton University, WordNet licence; extJWNL, BSD",
            List.of(),
            Definitions::load));
  }
}
