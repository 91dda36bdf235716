package musubi.bootstrap;

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
    public void moved() {
        connection.send(PmiLine.command(StallLine.MOVED));
    }

    @Override
    public int question() {
        return connection.question();
    }

    @Override
    public void confirm(int stallNumber, int question) {
        connection.send(
                PmiLine.command(StallLine.CONFIRMED)
                        .with("stall", stallNumber)
                        .with("question", question));
    }
}
