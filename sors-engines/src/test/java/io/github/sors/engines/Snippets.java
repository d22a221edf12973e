package io.github.sors.engines;

final class Snippets {
  static final String SOLRCONFIG =
      """
    <config>
      <luceneMatchVersion>9.12</luceneMatchVersion>
      <requestHandler name="/query" class="solr.SearchHandler"/>
    </config>
    """;
  static final String SCHEMA =
      """
    <schema name="articles" version="1.6">
      <uniqueKey>id</uniqueKey>
      <fieldType name="string" class="solr.StrField"/>
      <fieldType name="english" class="solr.TextField">
        <analyzer class="org.apache.lucene.analysis.en.EnglishAnalyzer"/>
      </fieldType>
      <field name="id" type="string" required="true"/>
      <field name="text" type="english"/>
    </schema>
    """;

  static String named(String name) {
    return """
    {"settings": {"number_of_shards": 1, "number_of_replicas": 0},
     "mappings": {"properties": {
       "id": {"type": "keyword"},
       "text": {"type": "text", "analyzer": "english"},
       "weights": {"type": "rank_features"}}}}
    """;
  }
}
