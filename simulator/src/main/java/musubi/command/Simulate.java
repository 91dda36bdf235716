package musubi.command;

import picocli.CommandLine.Command;

import java.util.concurrent.Callable;

/** {@code ./musubi simulate}: how long collectives take on a modelled network. */
@Command(
        name = "simulate",
        description = "Runs collectives on a modelled network and prints how long they take.",
        mixinStandardHelpOptions = true)
final class Simulate implements Callable<Integer> {
    Simulate() {}

    @Override
    public Integer call() {
        return 0;
    }
}
