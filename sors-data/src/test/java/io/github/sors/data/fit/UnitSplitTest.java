package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnitSplitTest {

  // 7 units of 6 or 7 members each, whose numbers have gaps
  private static final int[] UNITS = IntStream.range(0, 45).map(k -> 10 * (k % 7) - 20).toArray();

  private static Set<Integer> units(int[] members) {
    return Arrays.stream(members).map(member -> UNITS[member]).boxed().collect(Collectors.toSet());
  }

  @Test
  void noUnitIsOnBothSidesAndEveryMemberIsOnOne() {
    for (UnitSplit split :
        List.of(UnitSplit.holdingOut(UNITS, 0.4, 3), UnitSplit.inParts(UNITS, 3, 3))) {
      for (int part = 0; part < split.parts(); part++) {
        int[] heldOut = split.heldOut(part);
        int[] learning = split.learning(part);

        assertThat(units(learning)).isNotEmpty().doesNotContainAnyElementsOf(units(heldOut));
        assertThat(IntStream.concat(Arrays.stream(heldOut), Arrays.stream(learning)).sorted())
            .containsExactly(IntStream.range(0, UNITS.length).boxed().toArray(Integer[]::new));
        assertThat(heldOut).isSorted();
        assertThat(learning).isSorted();
        for (int member : heldOut) {
          assertThat(split.partOf(UNITS[member])).isEqualTo(part);
        }
      }
    }
  }

  @Test
  void everyUnitIsInOnePartAndPartsAreAboutEqual() {
    UnitSplit split = UnitSplit.inParts(UNITS, 3, 3);

    assertThat(split.parts()).isEqualTo(3);
    // 7 units in 3 parts
    assertThat(IntStream.range(0, 3).map(part -> units(split.heldOut(part)).size()))
        .containsExactly(3, 2, 2);
    assertThat(split.heldOut(1, names())).containsExactlyElementsOf(names(split.heldOut(1)));
    assertThat(split.learning(1, names())).containsExactlyElementsOf(names(split.learning(1)));
  }

  private static List<String> names() {
    return IntStream.range(0, UNITS.length).mapToObj(member -> "m" + member).toList();
  }

  private static List<String> names(int[] members) {
    return Arrays.stream(members).mapToObj(member -> "m" + member).toList();
  }

  @Test
  void aShareIsOneUnitAtLeastAndNeverAll() {
    // 0.4 · 7 = 2.8
    assertThat(units(UnitSplit.holdingOut(UNITS, 0.4, 1).heldOut(0))).hasSize(3);
    assertThat(units(UnitSplit.holdingOut(UNITS, 0.01, 1).heldOut(0))).hasSize(1);
    assertThat(units(UnitSplit.holdingOut(UNITS, 0.99, 1).heldOut(0))).hasSize(6);
    assertThat(UnitSplit.holdingOut(UNITS, 0, 1).heldOut(0)).isEmpty();
    assertThat(UnitSplit.holdingOut(new int[] {4, 4}, 0.5, 1).heldOut(0)).isEmpty();
    assertThat(UnitSplit.holdingOut(new int[0], 0.5, 1).learning(0)).isEmpty();
  }

  @Test
  void theSameSeedGivesTheSamePartsAsEver() {
    int[] groups = IntStream.range(0, 30).toArray();

    assertThat(UnitSplit.holdingOut(groups, 0.2, 3).heldOut(0))
        .as("the groups that models have recorded by share and seed")
        .containsExactly(2, 7, 19, 24, 25, 27);
    assertThat(UnitSplit.holdingOut(groups, 0.2, 4).heldOut(0))
        .isNotEqualTo(UnitSplit.holdingOut(groups, 0.2, 3).heldOut(0));
    UnitSplit folds = UnitSplit.inParts(groups, 5, 3);
    assertThat(IntStream.range(0, 10).map(folds::partOf))
        .as("the folds of published figures")
        .containsExactly(0, 4, 4, 3, 2, 4, 2, 1, 4, 0);
  }

  @Test
  void refusesWhatItCannotDivide() {
    assertThatThrownBy(() -> UnitSplit.holdingOut(UNITS, 1, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected a share to hold out from 0 to below 1, found 1.0");
    for (int parts : new int[] {1, 8}) {
      assertThatThrownBy(() -> UnitSplit.inParts(UNITS, parts, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected from 2 to 7 parts, one unit for each, found " + parts);
    }
    UnitSplit split = UnitSplit.inParts(UNITS, 2, 1);
    assertThatThrownBy(() -> split.heldOut(2)).hasMessage("expected a part below 2, found 2");
    assertThatThrownBy(() -> split.partOf(5)).hasMessage("expected one of 7 units, found unit 5");
  }
}
