package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.WellKnownTarget;
import musubi.verbs.work.AddressHandle;

/**
 * What a rank keeps for another one that it exchanges messages with: numbers, credit, and lists
 * that are empty most of the time.
 *
 * <p>Messages of a pair are numbered over all ways (sends, rings), and the receiver reports them in
 * that order. So the way may change at any message, and what comes twice is known as such.
 */
public final class VerbsPeer {
    final int rank;

    /** Its place among the peers of this rank. */
    final int index;

    final AddressHandle data;
    final AddressHandle credit;
    final AddressHandle control;

    /** The number of the next message to it. */
    int nextNumber;

    /** Credit: lower numbers than this may be used. */
    int sendLimit;

    /** Accepted and not posted. */
    final SlotList pending = new SlotList();

    /** Accepted, and not known to have arrived. */
    public int undelivered;

    /** Since when nothing gets through to it; 0 when it does. */
    long failingSinceNs;

    /** Why it is gone; null as long as it is not. */
    String reason;

    /** Whether it has said goodbye, and the number of the message that it did not send any more. */
    boolean departing;

    int finalNumber;

    /** The number of the next message from it to be reported. */
    int expected;

    /** Credit that it has got, and what it has been told of that. */
    int granted;

    int advertised;

    /** Whether it waits to be told. */
    boolean creditDue;

    /** Receive buffers with messages from it, by number; -1 when there is none. */
    int firstArrived = -1;

    /** Whether it is in the list of those with messages to report. */
    boolean ready;

    /** Its ring here, and this rank's ring there; null without. */
    LocalRing localRing;

    RemoteRing remoteRing;

    /** Whether it had no connection left for its ring. */
    boolean declinesReliable;

    /** Control messages sent to it, and the number of the latest one from it. */
    int controlsSent;

    int controlsSeen;

    VerbsPeer(int rank, int index, int self, long accessKey, int firstCredit) {
        this.rank = rank;
        this.index = index;
        data = WellKnownTarget.dataFrom(self).addressOf(rank, accessKey);
        credit = WellKnownTarget.CREDIT.addressOf(rank, accessKey);
        control = WellKnownTarget.CONTROL.addressOf(rank, accessKey);
        sendLimit = firstCredit;
        granted = firstCredit;
        advertised = firstCredit;
    }

    boolean isGone() {
        return reason != null;
    }

    /** Whether anything was exchanged with it. */
    boolean hasExchangedMessages() {
        return nextNumber != 0 || expected != 0;
    }

    /** Whether one more message may be sent. */
    boolean hasCredit() {
        return nextNumber - sendLimit < 0;
    }

    /** It allows more messages. Old news are ignored. */
    void onCredit(int limit) {
        if (limit - sendLimit > 0) {
            sendLimit = limit;
        }
    }
}
