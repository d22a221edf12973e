package io.github.sors.data.fit;

import io.github.sors.data.triplet.CounterRandom;
import io.github.sors.data.triplet.Split;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whole units in parts, drawn at random by a seed. Each part can be held out while the others are
 * learnt from, and no unit is on both sides.
 *
 * <p>A unit is whatever gives the answers of one member to another: a group, a query with all its
 * triplets, all queries of the same text. Members with the same number are one unit, whatever the
 * number is.
 *
 * <p>The same members, share or number of parts, and seed give the same parts. Members are in their
 * original order.
 *
 * <p>Threads: immutable. Failures: a share out of range throws {@link
 * io.github.sors.InvalidInputException}; too few parts or units, and a part or a unit that there is
 * not, throw {@link IllegalArgumentException}.
 */
public final class UnitSplit {

  // another stream than those of Split and of samplers with the same seed
  private static final long STREAM = 2;

  private final int[] unitOfMember;
  // ascending
  private final int[] units;
  // by place in the above
  private final int[] partOfUnit;
  private final int parts;

  private UnitSplit(int[] unitOfMember, int[] units, int parts, int[] partOfUnit) {
    this.unitOfMember = unitOfMember.clone();
    this.units = units;
    this.parts = parts;
    this.partOfUnit = partOfUnit;
  }

  /**
   * Draws two parts: a share to hold out, which is part 0, and the rest.
   *
   * @param unitOfMember the unit of each member
   * @param share from 0 to below 1; if above 0, one unit at least is drawn, and never all
   */
  public static UnitSplit holdingOut(int[] unitOfMember, double share, long seed) {
    Split.requireShare(share);
    int[] units = units(unitOfMember);
    int most = Math.max(0, units.length - 1);
    int count =
        share == 0 ? 0 : Math.min(most, Math.max(1, (int) Math.round(share * units.length)));
    long key = CounterRandom.bits(seed, STREAM);
    int[] partOfUnit = new int[units.length];
    Arrays.fill(partOfUnit, 1);
    IntStream.range(0, units.length)
        .boxed()
        .sorted(Comparator.comparingLong(place -> CounterRandom.bits(key, place)))
        .limit(count)
        .forEach(place -> partOfUnit[place] = 0);
    return new UnitSplit(unitOfMember, units, 2, partOfUnit);
  }

  /**
   * Draws parts of about equally many units, such as the folds of a cross-validation.
   *
   * @param unitOfMember the unit of each member
   * @param parts at least 2, and at most as many as there are units
   */
  public static UnitSplit inParts(int[] unitOfMember, int parts, long seed) {
    int[] units = units(unitOfMember);
    if (parts < 2 || parts > units.length) {
      throw new IllegalArgumentException(
          "expected from 2 to " + units.length + " parts, one unit for each, found " + parts);
    }
    List<Integer> drawn = IntStream.range(0, units.length).boxed().collect(Collectors.toList());
    // not by CounterRandom: the folds of published figures were drawn so
    Collections.shuffle(drawn, new Random(seed));
    int[] partOfUnit = new int[units.length];
    for (int number = 0; number < partOfUnit.length; number++) {
      partOfUnit[drawn.get(number)] = number % parts;
    }
    return new UnitSplit(unitOfMember, units, parts, partOfUnit);
  }

  private static int[] units(int[] unitOfMember) {
    return Arrays.stream(unitOfMember).sorted().distinct().toArray();
  }

  /** The number of parts. */
  public int parts() {
    return parts;
  }

  /** The part of a unit. */
  public int partOf(int unit) {
    int place = Arrays.binarySearch(units, unit);
    if (place < 0) {
      throw new IllegalArgumentException(
          "expected one of " + units.length + " units, found unit " + unit);
    }
    return partOfUnit[place];
  }

  /** The places of the members of a part. */
  public int[] heldOut(int part) {
    return members(part, true);
  }

  /** The places of the members of all other parts. */
  public int[] learning(int part) {
    return members(part, false);
  }

  /** The members of a part. */
  public <T> List<T> heldOut(int part, List<T> members) {
    return Arrays.stream(heldOut(part)).<T>mapToObj(members::get).toList();
  }

  /** The members of all other parts. */
  public <T> List<T> learning(int part, List<T> members) {
    return Arrays.stream(learning(part)).<T>mapToObj(members::get).toList();
  }

  private int[] members(int part, boolean inside) {
    if (part < 0 || part >= parts) {
      throw new IllegalArgumentException("expected a part below " + parts + ", found " + part);
    }
    return IntStream.range(0, unitOfMember.length)
        .filter(member -> (partOf(unitOfMember[member]) == part) == inside)
        .toArray();
  }
}
