package io.github.sors.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionListTest {

  private enum Loss {
    HINGE,
    LOGISTIC;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Parameter<Double> LAMBDA =
      Parameter.of("lambda", RealRange.atLeast(0).below(2), 1e-6, "weight of the norm")
          .in("metres")
          .tuned("1e-7", "1e-6");
  private static final Parameter<Double> OTHER_LAMBDA =
      Parameter.of("lambda", RealRange.above(-1), 3.0, "something else");
  private static final Parameter<Long> SEED =
      Parameter.of("seed", new IntegerRange(Long.MIN_VALUE, Long.MAX_VALUE), 1L, "of all chance");
  private static final Parameter<Loss> LOSS =
      Parameter.of("loss", Choice.of(Loss.class, Loss::label), Loss.HINGE, "shape of the loss");
  private static final Parameter<Boolean> AVERAGE =
      Parameter.of("average", Choice.flag(), false, "average all rounds");
  private static final Parameter<Long> SIZE =
      Parameter.of("size", IntegerRange.countOfAtLeast(0), 0L, "of the data");

  // the learners are plain texts: the list does not care what an algorithm learns
  private static final AlgorithmDescriptor<String> FIRST =
      AlgorithmDescriptor.of(
              "first", "First", "the first", p -> "first " + p.get(LAMBDA), LAMBDA, LOSS)
          .withCommon(List.of(AVERAGE))
          .withInternal(List.of(SIZE));
  private static final AlgorithmDescriptor<String> SECOND =
      AlgorithmDescriptor.of("second", "Second", "the second", p -> "second", LAMBDA.tuned())
          .withCommon(List.of(AVERAGE));
  private static final AlgorithmDescriptor<Long> ENCODER =
      AlgorithmDescriptor.of("encoder", "Encoder", "", p -> p.get(SEED), OTHER_LAMBDA, SEED);

  private static final OptionList MATRICES = OptionList.of("matrices", List.of(FIRST, SECOND));
  private static final OptionList ALL = MATRICES.and(OptionList.of("vectors", List.of(ENCODER)));

  private static ListedOption option(OptionList list, String name) {
    return list.options().stream().filter(o -> o.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void nobodyCanChangeWhatIsListed() {
    List<AlgorithmDescriptor<?>> algorithms =
        option(MATRICES, "average").uses().get(0).algorithms();
    assertThat(algorithms).containsExactly(FIRST, SECOND);
    assertThatThrownBy(algorithms::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void everyOptionIsListedOnceOwnOnesFirstAndInternalOnesNever() {
    assertThat(ALL.options())
        .extracting(ListedOption::name)
        .containsExactly("lambda", "loss", "average", "seed");
    assertThat(ALL.algorithms()).extracting(Object::toString).contains("first", "encoder");
    assertThat(ALL.labels()).isEqualTo("matrices: first, second; vectors: encoder");
    assertThat(MATRICES.labels()).isEqualTo("first, second");
    assertThat(ALL.find("second")).contains(SECOND);
    assertThat(ALL.find("third")).isEmpty();
  }

  @Test
  void helpNamesMeaningRangeUnitAndDefaultOfEachUse() {
    assertThat(option(ALL, "lambda").help())
        .isEqualTo(
            "matrices: weight of the norm, in metres (at least 0 and below 2; default: 1e-6)."
                + " encoder: something else (above -1; default: 3).");
    assertThat(option(MATRICES, "lambda").help())
        .isEqualTo("Weight of the norm, in metres (at least 0 and below 2; default: 1e-6).");
    assertThat(option(ALL, "loss").help())
        .isEqualTo("first: shape of the loss (hinge or logistic; default: hinge).");
    assertThat(option(ALL, "average").help())
        .isEqualTo("matrices: average all rounds (true or false; default: false).");
    assertThat(option(ALL, "seed").help()).isEqualTo("encoder: of all chance (any; default: 1).");
  }

  @Test
  void anOptionIsValidIfOneOfItsParametersCanHaveTheValue() {
    ListedOption lambda = option(ALL, "lambda");
    lambda.requireValidForSome("1");
    lambda.requireValidForSome("Infinity");
    assertThatThrownBy(() -> lambda.requireValidForSome("-2"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("lambda: expected a number of at least 0 and below 2, found '-2'");
    assertThat(lambda.kind()).isEqualTo(Domain.Kind.REAL);
    assertThat(option(ALL, "average").kind()).isEqualTo(Domain.Kind.FLAG);
  }

  @Test
  void valuesAreCheckedAndDefaultsFilledIn() {
    LearningParameters parsed = FIRST.parse(Map.of("loss", "logistic", "size", "7", "seed", "x"));
    assertThat(parsed.get(LOSS)).isEqualTo(Loss.LOGISTIC);
    assertThat(parsed.getInt(SIZE)).isEqualTo(7);
    assertThat(parsed.get(AVERAGE)).isFalse();
    assertThat(parsed.asTexts())
        .isEqualTo(Map.of("lambda", "1.0E-6", "loss", "logistic", "average", "false", "size", "7"));
    assertThat(FIRST.create(Map.of("lambda", "0.5"))).isEqualTo("first 0.5");
    assertThat(ENCODER.create(Map.of("seed", "-9000000000"))).isEqualTo(-9000000000L);
    assertThatThrownBy(() -> parsed.get(OTHER_LAMBDA)).hasMessageContaining("another lambda");
    assertThatThrownBy(() -> parsed.get(SEED)).hasMessageContaining("seed");
  }

  @Test
  void wrongValuesAreRefusedWithNameRangeAndValue() {
    for (String text : List.of("-0.1", "2", "NaN", "Infinity", "", "much")) {
      assertThatThrownBy(() -> LAMBDA.parse(text))
          .isInstanceOfSatisfying(
              ParameterException.class, e -> assertThat(e.name()).isEqualTo("lambda"))
          .hasMessage("lambda: expected a number of at least 0 and below 2, found '" + text + "'");
    }
    assertThatThrownBy(() -> LAMBDA.require(-1.0)).hasMessageContaining("found '-1.0'");
    assertThatThrownBy(() -> SIZE.parse("2147483648"))
        .hasMessageContaining("a whole number from 0 to 2147483647, found '2147483648'");
    assertThatThrownBy(() -> SIZE.parse("1.5")).hasMessageContaining("a whole number from 0");
    assertThatThrownBy(() -> SEED.parse("one"))
        .hasMessage("seed: expected a whole number, found 'one'");
    assertThatThrownBy(() -> LOSS.parse("Hinge"))
        .hasMessage("loss: expected hinge or logistic, found 'Hinge'");
    assertThatThrownBy(() -> AVERAGE.parse("yes")).hasMessageContaining("true or false");
  }

  @Test
  void mistakesInTheListItselfAreRefused() {
    assertThatThrownBy(() -> LAMBDA.tuned("1", "3")).hasMessageContaining("found '3'");
    assertThatThrownBy(() -> LAMBDA.withDefault(2.0)).hasMessageContaining("found '2.0'");
    assertThatThrownBy(() -> new RealRange(1, true, 0, true)).hasMessageContaining("increasing");
    assertThatThrownBy(() -> new IntegerRange(1, 0)).hasMessageContaining("increasing");
    assertThatThrownBy(() -> AlgorithmDescriptor.of("a", "A", "", p -> "", LAMBDA, OTHER_LAMBDA))
        .hasMessageContaining("two parameters of one name");
    MATRICES.requireKnown(List.of("lambda", "size"));
    assertThatThrownBy(() -> MATRICES.requireKnown(List.of("seed")))
        .hasMessage("unknown option 'seed': expected one of lambda, loss, average");
  }
}
