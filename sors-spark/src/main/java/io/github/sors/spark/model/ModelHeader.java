package io.github.sors.spark.model;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** A model without its rows: small enough for the driver. */
public final class ModelHeader implements Serializable {

  private static final long serialVersionUID = 1;

  private int queryDimension;
  private int itemDimension;
  private float untouchedDiagonal;
  private String normalization;
  private float[] featureWeights;
  private List<String> queryFeatures;
  private List<String> itemFeatures;
  private String algorithm;
  private Map<String, String> options;
  private Map<String, String> training;
  private long rounds;
  private String version;
  private Integer encodingLength;
  private Long encoderSeed;

  /** The number of features of the query side. */
  public int getQueryDimension() {
    return queryDimension;
  }

  public void setQueryDimension(int newQueryDimension) {
    queryDimension = newQueryDimension;
  }

  /** The number of features of the item side. */
  public int getItemDimension() {
    return itemDimension;
  }

  public void setItemDimension(int newItemDimension) {
    itemDimension = newItemDimension;
  }

  /** The diagonal entry of every feature that has no row. */
  public float getUntouchedDiagonal() {
    return untouchedDiagonal;
  }

  public void setUntouchedDiagonal(float newUntouchedDiagonal) {
    untouchedDiagonal = newUntouchedDiagonal;
  }

  /** How vectors are normalised before they are scored. */
  public String getNormalization() {
    return normalization;
  }

  public void setNormalization(String newNormalization) {
    normalization = newNormalization;
  }

  /** The fitted weights of the normalisation; empty if there are none. */
  public float[] getFeatureWeights() {
    return featureWeights;
  }

  public void setFeatureWeights(float[] newFeatureWeights) {
    featureWeights = newFeatureWeights;
  }

  /** The names of the query's features; empty where unknown. */
  public List<String> getQueryFeatures() {
    return queryFeatures;
  }

  public void setQueryFeatures(List<String> newQueryFeatures) {
    queryFeatures = newQueryFeatures;
  }

  /** The names of the items' features; empty where unknown. */
  public List<String> getItemFeatures() {
    return itemFeatures;
  }

  public void setItemFeatures(List<String> newItemFeatures) {
    itemFeatures = newItemFeatures;
  }

  /** The name of the algorithm. */
  public String getAlgorithm() {
    return algorithm;
  }

  public void setAlgorithm(String newAlgorithm) {
    algorithm = newAlgorithm;
  }

  /** The options of the algorithm. */
  public Map<String, String> getOptions() {
    return options;
  }

  public void setOptions(Map<String, String> newOptions) {
    options = newOptions;
  }

  /** What is known about the training. */
  public Map<String, String> getTraining() {
    return training;
  }

  public void setTraining(Map<String, String> newTraining) {
    training = newTraining;
  }

  /** The number of rounds. */
  public long getRounds() {
    return rounds;
  }

  public void setRounds(long newRounds) {
    rounds = newRounds;
  }

  /** The version of the software that made it. */
  public String getVersion() {
    return version;
  }

  public void setVersion(String newVersion) {
    version = newVersion;
  }

  /** k, the length of the rows of an encoder; null for a matrix M. */
  public Integer getEncodingLength() {
    return encodingLength;
  }

  public void setEncodingLength(Integer newEncodingLength) {
    encodingLength = newEncodingLength;
  }

  /** The seed of the rows that an encoder has not learnt; null for a matrix M. */
  public Long getEncoderSeed() {
    return encoderSeed;
  }

  public void setEncoderSeed(Long newEncoderSeed) {
    encoderSeed = newEncoderSeed;
  }
}
