package musubi.replay;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.ExitStatus;
import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;

/**
 * Ends a rank that is replayed alone when it waits for a message that its journal does not have.
 */
record JournalEnd(Bootstrap bootstrap) implements StallLink {
    @Override
    public void stalled(Stall stall) {
        Stall.Wait wait = stall.waits().getFirst();
        bootstrap.abort(
                ExitStatus.DEADLOCK,
                ("the journal ends here: rank=%s waits in %s at %s for: %s; the recorded run got no"
                                + " further, or did something else before")
                        .formatted(
                                bootstrap.worldRank(),
                                wait.call(),
                                wait.location(),
                                wait.description()));
    }

    @Override
    public void resumed() {
        // It never ends otherwise.
    }

    @Override
    public int latestProbe() {
        return 0;
    }

    @Override
    public void confirm(int stallNumber, int probe) {
        // There are no probes.
    }
}
