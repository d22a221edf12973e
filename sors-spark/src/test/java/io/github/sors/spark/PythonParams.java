package io.github.sors.spark;

import io.github.sors.learn.Learners;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** Writes the Python module that declares the params of the stages, from their Java params. */
final class PythonParams {

  private static final Set<String> KEYWORDS =
      Set.of(
          "False",
          "None",
          "True",
          "and",
          "as",
          "assert",
          "async",
          "await",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "else",
          "except",
          "finally",
          "for",
          "from",
          "global",
          "if",
          "import",
          "in",
          "is",
          "lambda",
          "nonlocal",
          "not",
          "or",
          "pass",
          "raise",
          "return",
          "try",
          "while",
          "with",
          "yield");

  private final StringBuilder text =
      new StringBuilder(
          """
          \"""The params of the stages. Generated from the Java classes: do not edit.

          After a change of the params in Java, write this file anew with
          mvn -pl sors-spark -am -Dtest=PythonPackageTest -Dsors.writePythonParams=true test
          \"""

          from typing import TYPE_CHECKING, TypeVar

          from pyspark.ml.param import Param, Params, TypeConverters

          from sors_spark._converters import KeywordParams, toText

          if TYPE_CHECKING:
              from typing_extensions import TypedDict
          """);

  private PythonParams() {}

  /** The module for some stages, in their order. */
  static String of(Params... stages) {
    PythonParams module = new PythonParams();
    for (Params stage : stages) {
      module.add(stage);
    }
    return module.text.toString();
  }

  private void add(Params stage) {
    String name = stage.getClass().getSimpleName();
    List<Param<?>> params =
        Arrays.stream(stage.params())
            .sorted(Comparator.comparing((Param<?> param) -> param.name()))
            .<Param<?>>map(param -> param)
            .toList();
    line("");
    line("");
    line("if TYPE_CHECKING:");
    line("");
    line("    class " + name + "Keywords(TypedDict, total=False):");
    line("        \"\"\"Keyword arguments of " + name + ".\"\"\"");
    line("");
    for (Param<?> param : params) {
      line("        " + param.name() + ": " + typeOf(param));
    }
    line("");
    line("");
    line("Its" + name + " = TypeVar(\"Its" + name + "\", bound=\"" + name + "Params\")");
    line("");
    line("");
    line("class " + name + "Params(KeywordParams):");
    line("    \"\"\"The params of " + name + ".\"\"\"");
    line("");
    Map<String, String> names = optionNames(stage);
    if (!names.isEmpty()) {
      line("    _option_names = " + names.toString().replace("=", ": "));
      line("");
    }
    params.forEach(this::declare);
    line("");
    line("    def _set_defaults(self) -> None:");
    line("        self._setDefault(");
    for (Param<?> param : params) {
      if (stage.hasDefault(param)) {
        line("            " + param.name() + "=" + literal(stage.getDefault(param).get()) + ",");
      }
    }
    line("        )");
    params.forEach(param -> addAccessors(name, param));
  }

  /** Names of options that are other names of params. */
  private static Map<String, String> optionNames(Params stage) {
    Map<String, String> names = new LinkedHashMap<>();
    Learners.options().options().stream()
        .map(option -> option.name())
        .filter(name -> stage.hasParam(name) && !stage.getParam(name).name().equals(name))
        .forEach(name -> names.put(literal(name), literal(stage.getParam(name).name())));
    return names;
  }

  private void declare(Param<?> param) {
    if (KEYWORDS.contains(param.name()) || !param.name().matches("[A-Za-z]\\w*")) {
      throw new AssertionError(
          param.name() + " cannot be a name in Python: give the param another one");
    }
    line("    " + param.name() + ": \"Param[" + typeOf(param) + "]\" = Param(");
    line("        Params._dummy(),");
    line("        " + literal(param.name()) + ",");
    line("        " + literal(param.doc()) + ",");
    line("        typeConverter=" + converterOf(param) + ",");
    line("    )");
  }

  private void addAccessors(String stage, Param<?> param) {
    String capital = Character.toUpperCase(param.name().charAt(0)) + param.name().substring(1);
    String its = "Its" + stage;
    line("");
    line("    def set%s(self: %s, value: %s) -> %s:".formatted(capital, its, typeOf(param), its));
    line("        \"\"\"Sets the param ``" + param.name() + "``.\"\"\"");
    line("        self._set(" + param.name() + "=value)");
    line("        return self");
    line("");
    line("    def get%s(self) -> %s:".formatted(capital, typeOf(param)));
    line("        \"\"\"Returns the value of ``" + param.name() + "``, or its default.\"\"\"");
    line("        return self.getOrDefault(self." + param.name() + ")");
  }

  private static String typeOf(Param<?> param) {
    if (param instanceof DoubleParam) {
      return "float";
    }
    if (param instanceof IntParam || param instanceof LongParam) {
      return "int";
    }
    return param instanceof BooleanParam ? "bool" : "str";
  }

  private static String converterOf(Param<?> param) {
    return switch (typeOf(param)) {
      case "float" -> "TypeConverters.toFloat";
      case "int" -> "TypeConverters.toInt";
      case "bool" -> "TypeConverters.toBoolean";
      default -> "toText";
    };
  }

  private static String literal(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? "True" : "False";
    }
    if (value instanceof Double number) {
      return Double.isFinite(number) ? number.toString() : "float(\"" + number + "\")";
    }
    return value instanceof Number
        ? value.toString()
        : '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
