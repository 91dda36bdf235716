package musubi.bootstrap.pmi;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;

/** Tells mpiexec where this rank waits; mpiexec ends the job when it is a deadlock. */
final class PmiStallLink implements StallLink {
    private final PmiConnection connection;

    PmiStallLink(PmiConnection connection) {
        this.connection = connection;
    }

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
    public void confirm(int stallNumber, int question) {
        connection.send(
                PmiLine.command(StallLine.CONFIRMED)
                        .with("stall", stallNumber)
                        .with("question", question));
    }
}
