package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.FaultyWire;
import musubi.verbs.wire.WireKind;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.WorkCompletion;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Adapters on wires of one kind, under the real clock, polled by the test's thread. */
final class ContractNet implements AutoCloseable {
    static final int MEMORY_BYTES = 4 << 20;
    private static final long PATIENCE_NS = Long.getLong("musubi.patience", 300) * 1_000_000_000L;
    private static final int SETTLING_POLLS = 1000;
    private static final int COMPLETIONS = 256;

    final List<Side> sides = new ArrayList<>();
    final WireKind kind;

    ContractNet(WireKind kind, int adapters, AdapterSettings settings) {
        this.kind = kind;
        for (FaultyWire wire : kind.attach(adapters)) {
            sides.add(new Side(wire, System::nanoTime, settings, COMPLETIONS, MEMORY_BYTES));
        }
    }

    /** Two sides, their queue pairs connected. */
    static ContractNet connected(WireKind kind, int mtuBytes) {
        ContractNet net = new ContractNet(kind, 2, AdapterSettings.DEFAULTS);
        net.connect(mtuBytes);
        return net;
    }

    Side left() {
        return sides.get(0);
    }

    Side right() {
        return sides.get(1);
    }

    /** Brings the queue pairs of the first two sides from RESET to RTS. */
    void connect(int mtuBytes) {
        join(left(), left().pair, right(), right().pair, mtuBytes);
        join(right(), right().pair, left(), left().pair, mtuBytes);
    }

    private static void join(Side from, QueuePair pair, Side to, QueuePair peer, int mtuBytes) {
        assertEquals(from.adapter.settings(), to.adapter.settings());
        pair.modify(QpState.INIT, ConnectedPair.toInit());
        QpAttributes rtr = ConnectedPair.toRtr(to.adapter.lid(), peer.number());
        pair.modify(QpState.RTR, rtr.set(QpAttribute.PATH_MTU, mtuBytes));
        pair.modify(QpState.RTS, patient());
    }

    /** Attributes for RTS with time-outs for a real clock: 4 ms, all retries. */
    static QpAttributes patient() {
        return ConnectedPair.toRts()
                .set(QpAttribute.TIMEOUT, 10)
                .set(QpAttribute.RETRY_COUNT, 7)
                .set(QpAttribute.RNR_RETRY, 7);
    }

    /** Polls all adapters until the condition holds. */
    void until(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            for (Side side : sides) {
                side.adapter.poll(64);
            }
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new AssertionError(
                        "no result within the time limit for "
                                + what
                                + " on "
                                + kind
                                + " seed="
                                + WireKind.SEED
                                + whatIsThere());
            }
        }
    }

    private String whatIsThere() {
        StringBuilder text = new StringBuilder();
        for (Side side : sides) {
            text.append("\n lid=").append(side.adapter.lid());
            text.append(" pair=").append(side.pair.state());
            text.append(" sends=").append(side.sendsDone());
            text.append(" receives=").append(side.receivesDone().size());
            text.append(" events=").append(side.events());
        }
        return text.toString();
    }

    /** Polls until a side has {@code count} send completions, and returns them. */
    List<WorkCompletion> sends(Side side, int count) {
        return completions(side.sendCompletions, count, "sends");
    }

    /** Polls until a side has {@code count} receive completions, and returns them. */
    List<WorkCompletion> receives(Side side, int count) {
        return completions(side.receiveCompletions, count, "receives");
    }

    private List<WorkCompletion> completions(CompletionQueue queue, int count, String what) {
        List<WorkCompletion> done = new ArrayList<>();
        until(
                count + " " + what + ", has " + done,
                () -> {
                    queue.poll(done, count - done.size());
                    return done.size() >= count;
                });
        return done;
    }

    /**
     * Polls for some time, in which an error would show, and many times even if this thread does
     * not run meanwhile.
     */
    void settle() {
        long startNs = System.nanoTime();
        int[] polls = new int[1];
        until(
                "time to pass",
                () -> polls[0]++ > SETTLING_POLLS && System.nanoTime() - startNs > 5_000_000);
    }

    @Override
    public void close() {
        sides.forEach(side -> side.adapter.close());
    }
}
