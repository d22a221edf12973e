package io.github.sors.data.registry;

import io.github.sors.data.builtin.PlaceNames;
import java.util.List;

/**
 * The data sets of the paper and some others, with the addresses of their makers.
 *
 * <p>In addition to the original files, which {@code data get} fetches, some data sets have smaller
 * or rebuilt files that people put into the folder of {@code SORS_DATA}; their notes say what they
 * are. A checksum is recorded if one is published; otherwise the shape of the data is checked, and
 * the checksum of the first download is stored next to it.
 */
final class KnownDataSets {

  private static final String LIBSVM = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/";
  private static final String PUBLIC_RESEARCH_SET =
      "public research set, see the LIBSVM data page for its source";

  private static final DataSetEntry PLACE_NAMES =
      new DataSetEntry(
          PlaceNames.NAME,
          "names of countries and languages in some 200 languages, as character 1- to 3-grams",
          "Unicode locale data, part of the JDK",
          List.of(),
          PlaceNames::load);

  private static final DataSetEntry BBC =
      DataSetEntry.of(
          "bbc",
          "news articles in five topics, counts of stemmed terms",
          "copyright of the articles is the BBC's, for research only",
          FileSet.of(
                  "the paper's BBC, complete: raw term counts",
                  new Shape(2_225, 9_635, 5),
                  "bbc.mtx")
              .with("bbc.classes", "bbc.terms", "bbc.docs")
              .from(
                  RemoteFile.of("bbc.zip", "http://mlg.ucd.ie/files/datasets/bbc.zip")
                      .unpackedTo("bbc.mtx", "bbc.classes", "bbc.terms", "bbc.docs")),
          FileSet.of(
                  "the paper's BBC, complete: raw term counts",
                  new Shape(2_225, 9_635, 5),
                  "bbc.mtx.gz")
              .with("bbc.classes", "bbc.terms", "bbc.docs"));

  // LIBSVM's page counts the 53 classes of both parts; the training part has rows of 51
  private static final DataSetEntry RCV1 =
      DataSetEntry.of(
          "rcv1",
          "Reuters news stories by topic, unit-length tf-idf",
          "copyright of the stories is Reuters', for research only",
          FileSet.of(
                  "LIBSVM's rcv1_train.multiclass, which the paper took 8,967 rows from",
                  new Shape(15_564, 47_236, 51),
                  "rcv1_train.multiclass.bz2")
              .from(
                  multiclass("", "rcv1_train.multiclass.bz2")
                      .withSha256(
                          "79691e3f974aa6a08d5e3116c61aff822fbdb2725e99ed27fde4351af51076a8")),
          FileSet.of(
              "second-level topics rebuilt from published subsets, not LIBSVM's rcv1_train.multiclass",
              new Shape(18_577, 47_236, 52),
              "rcv1.libsvm.gz"));

  private static final DataSetEntry SECTOR =
      DataSetEntry.of(
          "sector",
          "web pages of companies by industry sector, unit-length tf-idf",
          PUBLIC_RESEARCH_SET,
          FileSet.of(
                  "the paper's Sector: LIBSVM's scaled training and testing parts together",
                  new Shape(9_619, 55_197, 105),
                  "sector.scale.bz2",
                  "sector.t.scale.bz2")
              .from(
                  multiclass("sector/", "sector.scale.bz2"),
                  multiclass("sector/", "sector.t.scale.bz2")),
          FileSet.of(
              "a fifth of the paper's Sector: all 105 classes, 4 to 32 rows each",
              new Shape(1_826, 55_197, 105),
              "sector.libsvm.gz"));

  private static final DataSetEntry PROTEIN =
      DataSetEntry.of(
          "protein",
          "secondary structure of proteins, windows of amino acids",
          PUBLIC_RESEARCH_SET,
          FileSet.of(
                  "the paper's Protein: LIBSVM's training part",
                  new Shape(17_766, 357, 3),
                  "protein.bz2")
              .from(multiclass("", "protein.bz2")),
          FileSet.of(
              "the validation part of LIBSVM's protein; the paper used the 17,766 rows of the training"
                  + " part",
              new Shape(2_871, 357, 3),
              "protein.val.libsvm.gz"));

  private static final DataSetEntry GISETTE =
      DataSetEntry.of(
          "gisette",
          "the handwritten digits 4 and 9, dense",
          PUBLIC_RESEARCH_SET,
          FileSet.of(
                  "the paper's Gisette: LIBSVM's training part, scaled to [-1, 1]",
                  new Shape(6_000, 5_000, 2),
                  "gisette_scale.bz2")
              .from(RemoteFile.of("gisette_scale.bz2", LIBSVM + "binary/gisette_scale.bz2")),
          FileSet.of(
              "the first 1,000 of Gisette's 5,000 features, scaled to [0, 1]; the paper used all,"
                  + " scaled to [-1, 1]",
              new Shape(6_000, 1_000, 2),
              "gisette1000.libsvm.gz"));

  private static final DataSetEntry CALTECH10 =
      DataSetEntry.of(
          "caltech10",
          "pictures of ten Caltech-256 classes, counts of visual words",
          "public research set, see Caltech-256 for its source",
          FileSet.of(
              "800 visual words, a stand-in for the paper's 1,000",
              new Shape(1_123, 800, 10),
              "caltech10-surf.libsvm.gz"));

  private static final DataSetEntry NEWS20 =
      DataSetEntry.of(
          "news20",
          "messages of twenty newsgroups, term counts",
          PUBLIC_RESEARCH_SET,
          FileSet.of(
                  "LIBSVM's training and testing parts together; not in the paper",
                  new Shape(19_928, 62_061, 20),
                  "news20.bz2",
                  "news20.t.bz2")
              .from(
                  multiclass("", "news20.bz2")
                      .withSha256(
                          "8c79851f6f5fdc5540a0d04a5ab728353c42d26b84e73f93bda301c06c15ffe9"),
                  multiclass("", "news20.t.bz2")));

  private static final DataSetEntry USPS =
      DataSetEntry.of(
          "usps",
          "handwritten digits of postal codes, 16 x 16 grey values",
          PUBLIC_RESEARCH_SET,
          FileSet.of(
                  "LIBSVM's training part, values from -1 to 1; not in the paper",
                  new Shape(7_291, 256, 10),
                  "usps.bz2")
              .from(multiclass("", "usps.bz2")),
          FileSet.of(
              "the training part with values from 0 to 1 instead of LIBSVM's -1 to 1; not in the"
                  + " paper",
              new Shape(7_291, 256, 10),
              "usps.libsvm.gz"));

  private static final DataSetEntry DNA =
      DataSetEntry.of(
          "dna",
          "splice junctions in DNA sequences, one-of-three bits for each base",
          PUBLIC_RESEARCH_SET,
          FileSet.of(
                  "LIBSVM's training and testing parts together; not in the paper",
                  new Shape(3_186, 180, 3),
                  "dna.scale",
                  "dna.scale.t")
              .from(multiclass("", "dna.scale"), multiclass("", "dna.scale.t")));

  static final List<DataSetEntry> ENTRIES =
      List.of(PLACE_NAMES, BBC, RCV1, SECTOR, PROTEIN, GISETTE, CALTECH10, NEWS20, USPS, DNA);

  private KnownDataSets() {}

  private static RemoteFile multiclass(String folder, String file) {
    return RemoteFile.of(file, LIBSVM + "multiclass/" + folder + file);
  }
}
