package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.transport.protocol.WellKnownTarget;
import musubi.verbs.work.AddressHandle;

/**
 * State of the communication with one other rank: addresses, message numbers, credit in both
 * directions, rings, and whether the rank can be reached.
 *
 * <p>Messages of a pair are numbered across all paths (sends, rings), and the receiver reports them
 * in that order. So the path may change at any message, and duplicates are recognised.
 *
 * <pre>
 *   PRESENT --- goodbye ---> DEPARTING --- its last message is reported ---> LOST
 *      +------ nothing gets through for the give-up time ------------------> LOST
 * </pre>
 */
public final class VerbsPeer {
    private enum Liveness {
        PRESENT,
        /** It sends and receives no more messages; some that it sent are not reported yet. */
        DEPARTING,
        LOST
    }

    final int rank;

    /** Its position among the peers of this rank. */
    final int index;

    final AddressHandle data;
    final AddressHandle credit;
    final AddressHandle control;

    /** Messages accepted and not posted. */
    final SlotList pending = new SlotList();

    /** Its ring in this rank's memory, and this rank's ring at the peer; null without. */
    LocalRing localRing;

    RemoteRing remoteRing;

    /** First of its receive buffers, in the order of message numbers; -1 when there is none. */
    int firstArrived = -1;

    /** Whether it is queued for reporting, and for a credit datagram. */
    boolean ready;

    boolean creditDue;

    private Liveness liveness = Liveness.PRESENT;
    private String reason;
    private int finalNumber;
    private long failingSinceNs;

    private int nextNumber;
    private int sendLimit = MessageHeader.INITIAL_CREDIT;
    private int undelivered;

    private int expected;
    private int granted = MessageHeader.INITIAL_CREDIT;
    private int advertised = MessageHeader.INITIAL_CREDIT;

    private int controlsSent;
    private int controlsSeen;

    VerbsPeer(int rank, int index, int self, long accessKey) {
        this.rank = rank;
        this.index = index;
        data = WellKnownTarget.dataFrom(self).addressOf(rank, accessKey);
        credit = WellKnownTarget.CREDIT.addressOf(rank, accessKey);
        control = WellKnownTarget.CONTROL.addressOf(rank, accessKey);
    }

    /** Whether it takes messages: neither departing nor lost. */
    boolean isPresent() {
        return liveness == Liveness.PRESENT;
    }

    boolean isDeparting() {
        return liveness == Liveness.DEPARTING;
    }

    boolean isLost() {
        return liveness == Liveness.LOST;
    }

    /** The peer leaves; it has sent the messages below a number. */
    void depart(int number) {
        finalNumber = number;
        if (liveness == Liveness.PRESENT) {
            liveness = Liveness.DEPARTING;
        }
    }

    /** Whether all messages of a departing peer have been reported. */
    boolean hasSentAll() {
        return expected - finalNumber >= 0;
    }

    /** Nothing is exchanged with it any more; false when it was lost before. */
    boolean lose(String cause) {
        if (liveness == Liveness.LOST) {
            return false;
        }
        liveness = Liveness.LOST;
        reason = "rank=" + rank + ": " + cause;
        return true;
    }

    /** Why it is lost; null as long as it is not. */
    String reason() {
        return reason;
    }

    /** A request for it failed; returns for how long none has succeeded, in nanoseconds. */
    long onFailure(long nowNs) {
        if (failingSinceNs == 0) {
            failingSinceNs = nowNs;
        }
        return nowNs - failingSinceNs;
    }

    /** A request for it succeeded. */
    void onSuccess() {
        failingSinceNs = 0;
    }

    /** Whether any message was exchanged with it. */
    boolean hasExchangedMessages() {
        return nextNumber != 0 || expected != 0;
    }

    /** Whether one more message may be sent. */
    boolean hasCredit() {
        return nextNumber - sendLimit < 0;
    }

    /** The peer grants credit up to a number; an outdated grant has no effect. */
    void onCredit(int limit) {
        if (limit - sendLimit > 0) {
            sendLimit = limit;
        }
    }

    /** Messages with lower numbers may be sent. */
    int sendLimit() {
        return sendLimit;
    }

    /** The number of the next message to it. */
    int nextNumber() {
        return nextNumber;
    }

    /** The next message is accepted. */
    void onAccepted() {
        nextNumber++;
        undelivered++;
    }

    /** An accepted message has arrived, or never will. */
    void onFinished() {
        undelivered--;
    }

    /** Whether all accepted messages have arrived. */
    public boolean isDrained() {
        return undelivered == 0;
    }

    /** How far a message number lies behind the next one to be reported; 0 for that one. */
    int distance(int number) {
        return number - expected;
    }

    /** The next message from it has been reported. */
    void onReported() {
        expected++;
    }

    /** Messages that it may have under way by all credit granted. */
    int grantedCredit() {
        return granted - expected;
    }

    /** The part of it that the peer has been sent. */
    int advertisedCredit() {
        return advertised - expected;
    }

    boolean hasUnadvertisedCredit() {
        return granted != advertised;
    }

    void grant(int more) {
        granted += more;
    }

    /** The limit to send to the peer, which counts as sent now. */
    int advertise() {
        advertised = granted;
        return advertised;
    }

    /** The sequence number of the next control message to it. */
    int nextControl() {
        return ++controlsSent;
    }

    /** Whether a control message from it is new; false for a duplicate. */
    boolean isNewControl(int sequence) {
        boolean isNew = sequence - controlsSeen > 0;
        controlsSeen = isNew ? sequence : controlsSeen;
        return isNew;
    }
}
