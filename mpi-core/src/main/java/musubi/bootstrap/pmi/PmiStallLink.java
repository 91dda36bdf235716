package musubi.bootstrap.pmi;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;

/** A link to the deadlock detector in mpiexec. */
record PmiStallLink(PmiConnection connection) implements StallLink {
    @Override
    public void stalled(Stall stall) {
        connection.send(StallLine.of(stall));
    }

    @Override
    public void resumed() {
        connection.send(PmiLine.command(StallLine.RESUMED));
    }

    @Override
    public int latestProbe() {
        return connection.latestProbe();
    }

    @Override
    public void confirm(int stallNumber, int probe) {
        connection.send(
                PmiLine.command(StallLine.CONFIRMED)
                        .with("stall", stallNumber)
                        .with("question", probe));
    }
}
