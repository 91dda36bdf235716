package musubi.pt2pt;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.PostedReceive;
import musubi.adi.PostedReceives;
import musubi.adi.RemoteMemory;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.adi.ZeroCopySend;
import musubi.connect.ContextCache;
import musubi.connect.TransportSelector;
import musubi.event.PeerCounters;
import musubi.pt2pt.request.PeerActivity;
import musubi.region.Region;

/**
 * The communication context of one peer: its endpoint, the sends that wait to go out in order, and
 * the eager credit both ways. Open it has an endpoint; the rest stays when it is closed, so that
 * nothing is lost, doubled or overtaken when it is opened again. A message that goes through a
 * closed context opens it.
 *
 * <p>Credit bounds what a peer can leave in this rank's unexpected queue: each eager message costs
 * its bytes plus {@link #MESSAGE_COST}, and the receiver returns them when it has matched half a
 * window's worth. Without credit a message is announced (READY_TO_SEND) instead of sent.
 */
final class Peer extends PeerActivity {
    /** What a message costs beside its payload, in bytes of credit. */
    static final int MESSAGE_COST = 256;

    private final int worldRank;
    private final SendProtocol protocol;
    private final CreditReturn creditReturn;
    private final boolean isSelf;
    private final ContextCache<Peer> contexts;

    /** Null until it is opened for the first time. */
    private Transport transport;

    private TransportTraits traits;
    private PeerCounters counters;

    /** Null while it is closed. */
    private Endpoint endpoint;

    /** Capabilities of the endpoint, or of the latest one; null when it lacks them. */
    private RemoteMemory remoteMemory;

    private PostedReceives postedReceives;
    private ZeroCopySend zeroCopySend;

    /** Longest message that needs no request; -1 after the peer is lost. */
    private int unclaimedEagerBytes;

    private long creditBytes;

    /** What {@link #extendCredit} has added. */
    private int extraCreditBytes;

    private int messagesSent;
    private int messagesReceived;

    /** Control messages and bytes of fragments; see {@link RankMessageCounts}. */
    private long otherSent;

    private long otherReceived;

    /** Whether published receives have been of use lately. */
    private boolean publishes = true;

    private SendRequest head;
    private SendRequest tail;
    private String lost;

    /** A closed context. */
    Peer(int worldRank, ContextCache<Peer> contexts, SendProtocol protocol, boolean isMe) {
        this.isSelf = isMe;
        this.worldRank = worldRank;
        this.contexts = contexts;
        this.protocol = protocol;
        creditReturn = new CreditReturn(this, protocol);
    }

    /** Opens it. */
    void open(TransportSelector.Route route) {
        boolean isFirst = transport == null;
        if (transport != route.transport()) {
            counters = protocol.events.peerCounters(worldRank, route.name(), route.place());
        }
        transport = route.transport();
        traits = transport.traits();
        if (isFirst) {
            creditBytes = protocol.eagerWindow.bytes(traits);
            creditReturn.setWindow(creditBytes);
        }
        endpoint = route.endpoint();
        remoteMemory = endpoint.capability(RemoteMemory.class);
        postedReceives = endpoint.capability(PostedReceives.class);
        zeroCopySend = endpoint.capability(ZeroCopySend.class);
        if (lost == null) {
            unclaimedEagerBytes = traits.unclaimedEagerBytes();
        }
    }

    /** Counts its messages where its place now is. */
    void countAt(TransportSelector places) {
        if (transport != null) {
            counters =
                    protocol.events.peerCounters(
                            worldRank, places.nameOf(transport), places.place(worldRank));
        }
    }

    /** Closes it. */
    void close() {
        endpoint.close();
        endpoint = null;
    }

    int worldRank() {
        return worldRank;
    }

    /** Whether this rank itself is the peer. */
    boolean isSelf() {
        return isSelf;
    }

    /** Whether nothing is under way that would soon open it again, if it were closed. */
    boolean isQuiet() {
        return head == null && !hasOperations() && endpoint.isDrained();
    }

    /** Where its messages are counted. Opens the context if only control messages came before. */
    PeerCounters counters() {
        if (counters == null) {
            endpoint();
        }
        return counters;
    }

    Transport transport() {
        return transport;
    }

    /** What messages to the peer go through; opened now if the context is closed. */
    Endpoint endpoint() {
        if (endpoint == null) {
            contexts.reopen(worldRank);
        }
        return endpoint;
    }

    /** Sends a control message with a payload, if that is short enough for an eager message. */
    SendOutcome sendControl(Envelope envelope, Region payload, long bytes) {
        Endpoint open = endpoint();
        return traits.isEager(bytes)
                ? countControl(open.trySend(envelope, payload, 0, bytes))
                : SendOutcome.BACK_PRESSURED;
    }

    /** Sends a message that is not matched, with a part of a region. */
    SendOutcome sendActive(Envelope envelope, Region payload, long from, long bytes) {
        return lost != null
                ? SendOutcome.PEER_LOST
                : countControl(endpoint().trySend(envelope, payload, from, bytes));
    }

    /** Access to the peer's memory; null when there is none. Opens the context if it is closed. */
    @Override
    protected RemoteMemory remoteMemory() {
        endpoint();
        return remoteMemory;
    }

    /** Sends without a copy; null when there are none. Opens the context if it is closed. */
    ZeroCopySend zeroCopySend() {
        endpoint();
        return zeroCopySend;
    }

    /** Where receives from this peer are published; null when nowhere. */
    PostedReceives postedReceives() {
        return postedReceives;
    }

    /** Claims a receive that the peer has published. Opens the context if it is closed. */
    boolean claim(PostedReceive wanted) {
        endpoint();
        return postedReceives.claim(wanted);
    }

    /** Of its transport. Opens the context if only control messages came before. */
    TransportTraits traits() {
        if (traits == null) {
            endpoint();
        }
        return traits;
    }

    /** Why the peer is gone; null while it is not. */
    String lost() {
        return lost;
    }

    /** The reason for failures of operations with this peer. */
    String lossReason() {
        return lost != null ? lost : "the peer is gone: rank=" + worldRank;
    }

    /** Whether a new message may go out at once without overtaking. */
    boolean isIdle() {
        return head == null;
    }

    /** Whether a message of this length may be sent now, eagerly and without a claim. */
    boolean takesFastSend(long bytes) {
        return bytes <= unclaimedEagerBytes && head == null;
    }

    /** Takes credit for an eager message, if there is enough. */
    boolean takeCredit(long bytes) {
        long cost = bytes + MESSAGE_COST;
        if (cost > creditBytes) {
            return false;
        }
        creditBytes -= cost;
        return true;
    }

    /** Whether a message above the eager limit is sent eagerly, because the path is long. */
    boolean isEagerOnLongPath(long bytes) {
        return bytes <= EagerWindow.longPathLimit(traits) && endpoint().longPathBytes() > 0;
    }

    /** Adds to the credit what a long path needs; false if it has that already. */
    boolean extendCredit() {
        EagerWindow window = protocol.eagerWindow;
        long wanted = window.longPathBytes(traits, endpoint().longPathBytes());
        long more = wanted - window.bytes(traits) - extraCreditBytes;
        if (more <= 0) {
            return false;
        }
        extraCreditBytes += (int) more;
        creditBytes += more;
        return true;
    }

    /** Gives credit back, in bytes including the message cost. */
    void addCredit(long bytes) {
        creditBytes += bytes;
    }

    /** An eager message of this peer has left the unexpected queue, or never entered it. */
    void consumed(long bytes) {
        if (isSelf) {
            // At once: a rank that talks to itself need not poll.
            creditBytes += bytes + MESSAGE_COST;
        } else {
            creditReturn.consumed(bytes + MESSAGE_COST);
        }
    }

    /** A message that has to be matched has gone to this peer. */
    void countSent() {
        messagesSent++;
    }

    /** A message that has to be matched has come from this peer. */
    void countReceived() {
        messagesReceived++;
    }

    /** Counts a control message to this peer if the transport has taken it. */
    SendOutcome countControl(SendOutcome outcome) {
        if (outcome == SendOutcome.ACCEPTED) {
            otherSent++;
        }
        return outcome;
    }

    /** Counts bytes of fragments that have gone to this peer. */
    void countDataSent(long bytes) {
        otherSent += bytes;
    }

    /** Counts a control message, or bytes of a fragment, that have come from this peer. */
    void countOtherReceived(long amount) {
        otherReceived += amount;
    }

    /** All that has gone to this peer. */
    long sent() {
        return otherSent + messagesSent;
    }

    /** All that has come from this peer. */
    long received() {
        return otherReceived + messagesReceived;
    }

    /** Messages that have to be matched and have gone to this peer; claimed ones do not count. */
    int messagesSent() {
        return messagesSent;
    }

    /** Messages that have to be matched and have come from this peer. */
    int messagesReceived() {
        return messagesReceived;
    }

    /** Whether a receive of {@code room} bytes is worth being published to this peer. */
    boolean acceptsPublished(long room) {
        return publishes && endpoint != null && room >= traits.claimBytes() && lost == null;
    }

    /** A published receive has matched a message that was not claimed. */
    void noteUnclaimed(long bytes) {
        publishes = bytes >= traits.claimBytes();
    }

    /** A large message has come. */
    void noteLargeReceived() {
        publishes = true;
    }

    /** Queues a send behind the earlier ones. */
    void enqueue(SendRequest request) {
        request.next = null;
        if (tail == null) {
            head = request;
        } else {
            tail.next = request;
        }
        tail = request;
        long bytes = request.region.length();
        protocol.events.queued(counters, request.contextId, request.sendTag, bytes);
        protocol.work.add(this);
    }

    /** Takes a waiting send out; false when it is not waiting any more. */
    boolean dequeue(SendRequest request) {
        SendRequest before = null;
        for (SendRequest r = head; r != null; r = r.next) {
            if (r == request) {
                unlink(before, r);
                return true;
            }
            before = r;
        }
        return false;
    }

    private void unlink(SendRequest before, SendRequest request) {
        SendRequest after = request.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (tail == request) {
            tail = before;
        }
        request.next = null;
    }

    @Override
    public boolean advance() {
        while (head != null) {
            SendRequest request = head;
            if (!protocol.injectAgain(request)) {
                return false;
            }
            unlink(null, request);
        }
        return true;
    }

    /** The peer is gone: everything that waits for it fails. */
    void markLost(String reason) {
        lost = reason;
        unclaimedEagerBytes = -1;
        while (head != null) {
            SendRequest request = head;
            unlink(null, request);
            request.failLost(reason);
        }
    }
}
