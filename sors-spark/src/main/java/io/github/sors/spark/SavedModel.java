package io.github.sors.spark;

import io.github.sors.LearningProgress;
import io.github.sors.spark.model.ModelHeader;
import io.github.sors.spark.model.ModelRow;
import io.github.sors.spark.model.SharedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/** The folder that a {@link SorsSimilarityModel} is saved to. */
final class SavedModel {

  private static final String ITEMS = "items";

  private SavedModel() {}

  /** Writes params, header, rows and items, each to its own folder. */
  static final class Writer extends MLWriter {

    private final SorsSimilarityModel model;

    Writer(SorsSimilarityModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter.saveMetadata(model, path, model.session());
      model
          .session()
          .createDataset(List.of(model.header()), Encoders.bean(ModelHeader.class))
          .write()
          .parquet(path + "/header");
      model.rows().write().parquet(path + "/rows");
      if (model.items() != null) {
        model.items().write().parquet(path + "/" + ITEMS);
      }
    }
  }

  /** Reads what a writer wrote. */
  static final class Reader extends MLReader<SorsSimilarityModel> {

    @Override
    public SorsSimilarityModel load(String path) {
      SparkSession session = sparkSession();
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.loadMetadata(path, session, SorsSimilarityModel.class.getName());
      ModelHeader header =
          session
              .read()
              .schema(Encoders.bean(ModelHeader.class).schema())
              .parquet(path + "/header")
              .as(Encoders.bean(ModelHeader.class))
              .head();
      Dataset<ModelRow> rows =
          session
              .read()
              .schema(Encoders.bean(ModelRow.class).schema())
              .parquet(path + "/rows")
              .as(Encoders.bean(ModelRow.class));
      SorsSimilarityModel model =
          SorsSimilarityModel.of(
              session,
              metadata.uid(),
              header,
              rows,
              new LearningProgress(header.getRounds(), 0, 0, 0));
      metadata.getAndSetParams(model, scala.Option.empty());
      try {
        if (new SharedFiles(session).exists(path + "/" + ITEMS)) {
          model.setItems(session.read().parquet(path + "/" + ITEMS));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return model;
    }
  }
}
