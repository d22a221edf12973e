package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

class RemedyTest {

  @Test
  void isASentenceInTheTermsOfTheLibrary() {
    assertThat(Remedy.set("normalization", "l2")).hasToString("set normalization to l2");
    assertThat(Remedy.set("zeroBased").when("features count from 0"))
        .hasToString("set zeroBased if features count from 0");
    assertThat(Remedy.leaveOut("labels").or("set the format"))
        .hasToString("leave out labels, or set the format");
  }

  @Test
  void anExceptionHasItApartAndInItsMessage() {
    InvalidInputException exception =
        new InvalidInputException("rows: expected labels, found none", Remedy.set("labels"));
    assertThat(exception).hasMessage("rows: expected labels, found none: set labels");
    assertThat(exception.problem()).isEqualTo("rows: expected labels, found none");
    assertThat(exception.remedy()).contains(Remedy.set("labels"));

    InvalidInputException plain = new InvalidInputException("no rows");
    assertThat(plain.problem()).isEqualTo("no rows");
    assertThat(plain.remedy()).isEmpty();
  }

  @Test
  void travelsBetweenMachines() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new InvalidInputException("no labels", Remedy.set("labels")));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      InvalidInputException read = (InvalidInputException) in.readObject();
      assertThat(read).hasMessage("no labels: set labels");
      assertThat(read.remedy()).contains(Remedy.set("labels"));
    }
  }
}
