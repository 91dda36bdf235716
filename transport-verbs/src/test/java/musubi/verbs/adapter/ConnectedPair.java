package musubi.verbs.adapter;

import static musubi.verbs.state.QpAttribute.DEST_LID;
import static musubi.verbs.state.QpAttribute.DEST_QPN;
import static musubi.verbs.state.QpAttribute.MAX_DEST_RD_ATOMIC;
import static musubi.verbs.state.QpAttribute.MAX_RD_ATOMIC;
import static musubi.verbs.state.QpAttribute.MIN_RNR_TIMER;
import static musubi.verbs.state.QpAttribute.PATH_MTU;
import static musubi.verbs.state.QpAttribute.PKEY_INDEX;
import static musubi.verbs.state.QpAttribute.PORT;
import static musubi.verbs.state.QpAttribute.RETRY_COUNT;
import static musubi.verbs.state.QpAttribute.RNR_RETRY;
import static musubi.verbs.state.QpAttribute.RQ_PSN;
import static musubi.verbs.state.QpAttribute.SQ_PSN;
import static musubi.verbs.state.QpAttribute.TIMEOUT;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.LoopbackFabric;
import musubi.verbs.wire.ManualClock;
import musubi.verbs.wire.Psn;

/** Two adapters on a loopback fabric with one connection; packet numbers are about to wrap. */
final class ConnectedPair {
    static final int FIRST_PSN = Psn.MASK - 2;
    static final int TIMEOUT_EXPONENT = 4;
    static final long TIMEOUT_NS = 4096L << TIMEOUT_EXPONENT;

    final LoopbackFabric fabric = new LoopbackFabric();
    final ManualClock clock = new ManualClock();
    final Side left;
    final Side right;

    private ConnectedPair(int completions) {
        left = new Side(fabric, 1, clock, completions);
        right = new Side(fabric, 2, clock, completions);
    }

    /** Both sides in RESET. */
    static ConnectedPair unconnected() {
        return new ConnectedPair(128);
    }

    /** Both sides in RTS. */
    static ConnectedPair connected() {
        return connected(128);
    }

    static ConnectedPair connected(int completions) {
        ConnectedPair pair = new ConnectedPair(completions);
        pair.connect();
        return pair;
    }

    /** Brings both queue pairs from RESET to RTS. */
    void connect() {
        bringUp(left.pair, right);
        bringUp(right.pair, left);
    }

    void bringUp(QueuePair pair, Side peer) {
        pair.modify(QpState.INIT, toInit());
        pair.modify(QpState.RTR, toRtr(peer.adapter.lid(), peer.pair.number()));
        pair.modify(QpState.RTS, toRts());
    }

    static QpAttributes none() {
        return new QpAttributes();
    }

    static QpAttributes toInit() {
        return none().set(PKEY_INDEX, 0).set(PORT, 1).access(Side.ALL_RIGHTS);
    }

    static QpAttributes toRtr(int lid, int number) {
        return none().set(DEST_LID, lid)
                .set(PATH_MTU, 4096)
                .set(DEST_QPN, number)
                .set(RQ_PSN, FIRST_PSN)
                .set(MAX_DEST_RD_ATOMIC, 4)
                .set(MIN_RNR_TIMER, 1);
    }

    static QpAttributes toRts() {
        return none().set(SQ_PSN, FIRST_PSN)
                .set(MAX_RD_ATOMIC, 4)
                .set(RETRY_COUNT, 2)
                .set(RNR_RETRY, 2)
                .set(TIMEOUT, TIMEOUT_EXPONENT);
    }

    /** Changes attributes of a queue pair in RTS by way of SQD. */
    static void change(QueuePair pair, QpAttribute attribute, int value) {
        pair.modify(QpState.SQD, none());
        pair.modify(QpState.SQD, none().set(attribute, value));
        pair.modify(QpState.RTS, none());
    }

    /** Polls both sides until neither has work. */
    void run() {
        int idle = 0;
        while (idle < 2) {
            int work = left.adapter.poll(16) + right.adapter.poll(16);
            idle = work == 0 ? idle + 1 : 0;
        }
    }

    /** Advances the clock, and runs. */
    void runAfter(long ns) {
        clock.advance(ns);
        run();
    }
}
