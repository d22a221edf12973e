package io.github.sors.lab.command;

import io.github.sors.cli.frame.CommandProvider;
import java.util.LinkedHashMap;
import java.util.Map;

/** The commands of the paper's experiments. */
public final class LabCommands implements CommandProvider {

  @Override
  public Map<String, Class<?>> commands() {
    Map<String, Class<?>> commands = new LinkedHashMap<>();
    commands.put("reproduce", ReproduceCommand.class);
    commands.put("regret", RegretCommand.class);
    return commands;
  }
}
