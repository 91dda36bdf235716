package musubi.pt2pt;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.PostedReceive;
import musubi.adi.PostedReceives;
import musubi.adi.RemoteMemory;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One way to a peer that exists only in a test: keeps what is sent, and answers each attempt as the
 * test has planned, else with ACCEPTED. Outlives close and connect, so that a test sees all.
 */
final class ScriptedEndpoint extends Endpoint
        implements RemoteMemory, PostedReceives, ZeroCopySend {
    /** What the peer's memory holds, whatever the key. */
    final byte[] peerMemory = new byte[2 << 20];

    /** The word of the peer's memory that a compare-and-swap changes. */
    long peerWord;

    /** The outcomes of the next sends and of the next copies. */
    final Deque<SendOutcome> sends = new ArrayDeque<>();

    final Deque<SendOutcome> copies = new ArrayDeque<>();

    /** All that was accepted since the last look. */
    private final List<Sent> sent = new ArrayList<>();

    /** Calls of capabilities since the last look. */
    private final List<String> calls = new ArrayList<>();

    /** The regions that the peer reaches, by key. */
    final Map<Long, Region> exposed = new HashMap<>();

    boolean reachesMemory = true;
    long nextKey = 100;
    boolean open;
    boolean drained = true;

    /** What is done when a message has been accepted, as in a rank's message to itself. */
    Runnable onAccepted = () -> {};

    /** The next place of a published receive; -1 for none. */
    int place = 7;

    boolean withdraws = true;

    /** What a claim finds: remote key and cookie; null for nothing. */
    long[] claimable;

    /** The zero-copy sends that are complete. */
    long completed = Long.MAX_VALUE;

    /** Bandwidth x round trip of a long path; 0 for a short one. */
    long longPathBytes;

    private final ScriptedTransport transport;
    private long ticket;

    /** A message that was accepted. */
    record Sent(
            int kind,
            int flags,
            int contextId,
            int source,
            int tag,
            long length,
            long cookie,
            byte[] payload) {
        /** A word of the payload. */
        long word(int place) {
            return MemorySegment.ofArray(payload)
                    .get(ValueLayout.JAVA_LONG_UNALIGNED, place * Long.BYTES);
        }

        /** Kind, match bits, length and cookie. */
        String header() {
            return "kind="
                    + kind
                    + " context="
                    + contextId
                    + " source="
                    + source
                    + " tag="
                    + tag
                    + " length="
                    + length
                    + " cookie="
                    + cookie;
        }
    }

    ScriptedEndpoint(ScriptedTransport transport) {
        this.transport = transport;
    }

    /** What was accepted since the last look. */
    List<Sent> takeSent() {
        List<Sent> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    /** The only message since the last look. */
    Sent takeOne() {
        List<Sent> taken = takeSent();
        if (taken.size() != 1) {
            throw new AssertionError("messages=" + taken);
        }
        return taken.get(0);
    }

    List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    private static SendOutcome next(Deque<SendOutcome> outcomes) {
        SendOutcome outcome = outcomes.poll();
        return outcome == null ? SendOutcome.ACCEPTED : outcome;
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return transport.capabilities.contains(kind) ? kind.cast(this) : null;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        if (!open) {
            throw new AssertionError("closed");
        }
        SendOutcome outcome = next(sends);
        if (outcome == SendOutcome.ACCEPTED) {
            byte[] content = new byte[(int) bytes];
            payload.copyTo(from, MemorySegment.ofArray(content), 0, bytes);
            sent.add(
                    new Sent(
                            envelope.kind,
                            envelope.flags,
                            envelope.contextId,
                            envelope.source,
                            envelope.tag,
                            envelope.length,
                            envelope.cookie,
                            content));
            onAccepted.run();
        }
        return outcome;
    }

    @Override
    public long longPathBytes() {
        return longPathBytes;
    }

    @Override
    public boolean isDrained() {
        return drained;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public long remoteKey(Region region) {
        if (!reachesMemory) {
            return -1;
        }
        long key = nextKey++;
        exposed.put(key, region);
        return key;
    }

    @Override
    public void forget(long remoteKey) {
        exposed.remove(remoteKey);
        calls.add("forget " + remoteKey);
    }

    @Override
    public SendOutcome tryGet(long key, long offset, Region into, long to, long bytes) {
        SendOutcome outcome = next(copies);
        if (outcome == SendOutcome.ACCEPTED) {
            into.copyFrom(MemorySegment.ofArray(peerMemory), offset, to, bytes);
            calls.add("get " + key + " " + offset + " " + bytes);
        }
        return outcome;
    }

    @Override
    public SendOutcome tryPut(long key, long offset, Region source, long from, long bytes) {
        SendOutcome outcome = next(copies);
        if (outcome == SendOutcome.ACCEPTED) {
            source.copyTo(from, MemorySegment.ofArray(peerMemory), offset, bytes);
            calls.add("put " + key + " " + offset + " " + bytes);
        }
        return outcome;
    }

    @Override
    public long compareAndSwap(long key, long expected, long desired) {
        long before = peerWord;
        if (before == expected) {
            peerWord = desired;
        }
        return before;
    }

    @Override
    public int publish(PostedReceive receive) {
        calls.add("publish " + text(receive) + " key=" + receive.remoteKey);
        return place;
    }

    private static String text(PostedReceive r) {
        return r.contextId
                + " "
                + r.source
                + " "
                + r.tag
                + " messages="
                + r.messages
                + " bytes="
                + r.bytes;
    }

    @Override
    public boolean withdraw(int published) {
        calls.add("withdraw " + published);
        return withdraws;
    }

    @Override
    public void free(int published) {
        calls.add("free " + published);
    }

    @Override
    public boolean claim(PostedReceive wanted) {
        calls.add("claim " + text(wanted));
        if (claimable == null) {
            return false;
        }
        wanted.remoteKey = claimable[0];
        wanted.cookie = claimable[1];
        claimable = null;
        return true;
    }

    @Override
    public long sendZeroCopy(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        calls.add("zeroCopy " + from + " " + bytes + (last ? " last" : ""));
        return ZeroCopySend.result(trySend(envelope, payload, from, bytes), ticket++);
    }

    @Override
    public boolean completedUpTo(long mark) {
        return mark <= completed;
    }
}
