package musubi.verbs.transport.engine;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.adapter.DcTarget;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.adapter.QueuePairConfiguration;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.work.AddressHandle;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.QueueLimits;

import java.util.Optional;
import java.util.Set;

/** Creates the queue pairs and targets of this transport and brings them up. */
final class QueuePairSetup {
    /**
     * 16.8 ms: far longer than a response takes, because a needless retransmission is expensive.
     */
    private static final int TIMEOUT = 12;

    /** Of each request. */
    static final int RETRIES = 7;

    private static final int FOR_EVER = 7;

    /** 80 µs. */
    private static final int NOT_READY_WAIT = 6;

    private QueuePairSetup() {}

    /** An initiator in RTS, with a capacity of {@code sends} requests. */
    static QueuePair initiator(
            HostChannelAdapter adapter, ProtectionDomain domain, CompletionQueue sent, int sends) {
        QueuePair pair = adapter.createInitiator(domain, configuration(sent, sends));
        startInitiator(pair);
        return pair;
    }

    /** Takes an initiator from RESET to RTS. */
    static void startInitiator(QueuePair pair) {
        pair.modify(
                QpState.INIT,
                new QpAttributes().set(QpAttribute.PKEY_INDEX, 0).set(QpAttribute.PORT, 1));
        pair.modify(QpState.RTR, path());
        pair.modify(QpState.RTS, sending(0));
    }

    /**
     * A target for sends, and for writes, reads and atomics in regions whose key the peer has.
     * Throws {@code ERR_INTERN} unless it has its well-known number.
     */
    static void target(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            ReceiveBuffers buffers,
            AddressHandle expected) {
        DcTarget target =
                adapter.createTarget(
                        domain, buffers.queue(), buffers.completions(), expected.accessKey());
        if (!target.address().equals(expected)) {
            throw new MpiFailure(ErrorClass.INTERN, "target does not have its well-known number")
                    .with("target", target.address())
                    .with("expected", expected)
                    .advice("make the targets before all other queue pairs");
        }
        target.modify(
                QpState.INIT,
                rights(
                        Set.of(
                                AccessFlag.REMOTE_WRITE,
                                AccessFlag.REMOTE_READ,
                                AccessFlag.REMOTE_ATOMIC)));
        target.modify(QpState.RTR, path().set(QpAttribute.MIN_RNR_TIMER, NOT_READY_WAIT));
    }

    /**
     * A reliable connection in RESET with a capacity of {@code sends} requests; receives nothing.
     */
    static QueuePair connected(
            HostChannelAdapter adapter, ProtectionDomain domain, CompletionQueue sent, int sends) {
        return adapter.createQueuePair(domain, configuration(sent, sends));
    }

    /**
     * Takes a reliable connection from RESET to RTS.
     *
     * @param first the first packet numbers: this side's and the peer's
     */
    static void connect(QueuePair pair, int lid, int peerNumber, int[] first) {
        pair.modify(QpState.INIT, rights(Set.of(AccessFlag.REMOTE_WRITE)));
        pair.modify(
                QpState.RTR,
                path().set(QpAttribute.DEST_LID, lid)
                        .set(QpAttribute.DEST_QPN, peerNumber)
                        .set(QpAttribute.RQ_PSN, first[1])
                        .set(QpAttribute.MAX_DEST_RD_ATOMIC, 0)
                        .set(QpAttribute.MIN_RNR_TIMER, NOT_READY_WAIT));
        pair.modify(QpState.RTS, sending(first[0]));
    }

    private static QueuePairConfiguration configuration(CompletionQueue sent, int sends) {
        QueueLimits limits = new QueueLimits(sends, 0, 1, 0, 0);
        return new QueuePairConfiguration(sent, sent, Optional.empty(), limits, false);
    }

    private static QpAttributes rights(Set<AccessFlag> rights) {
        return new QpAttributes()
                .set(QpAttribute.PKEY_INDEX, 0)
                .set(QpAttribute.PORT, 1)
                .access(rights);
    }

    private static QpAttributes path() {
        return new QpAttributes().set(QpAttribute.PATH_MTU, MessageHeader.ENTRY_BYTES);
    }

    private static QpAttributes sending(int firstPacket) {
        return new QpAttributes()
                .set(QpAttribute.SQ_PSN, firstPacket)
                .set(QpAttribute.MAX_RD_ATOMIC, 1)
                .set(QpAttribute.RETRY_COUNT, RETRIES)
                .set(QpAttribute.RNR_RETRY, FOR_EVER)
                .set(QpAttribute.TIMEOUT, TIMEOUT);
    }
}
