package musubi.pt2pt.matching;

import musubi.event.RankEvents;

import java.util.function.Consumer;

/**
 * Receives that wait for a message. Those without wildcards hang in hashed buckets, the others in
 * one list; a message takes the one posted first among the first matches of the two. MPI-4.1
 * section 3.5 (order).
 */
public final class PostedReceiveQueue {
    private static final int BUCKETS = 256;

    private final Chain[] buckets = new Chain[BUCKETS];
    private final Chain wildcards = new Chain();
    private final RankEvents events;
    private long nextPosition;
    private int size;

    /** A doubly linked list in the order of posting. */
    public static final class Chain {
        PendingReceive head;
        PendingReceive tail;

        void append(PendingReceive request) {
            request.previousPosted = tail;
            request.nextPosted = null;
            if (tail == null) {
                head = request;
            } else {
                tail.nextPosted = request;
            }
            tail = request;
        }

        void unlink(PendingReceive request) {
            if (request.previousPosted == null) {
                head = request.nextPosted;
            } else {
                request.previousPosted.nextPosted = request.nextPosted;
            }
            if (request.nextPosted == null) {
                tail = request.previousPosted;
            } else {
                request.nextPosted.previousPosted = request.previousPosted;
            }
            request.nextPosted = null;
            request.previousPosted = null;
        }

        void forEach(Consumer<PendingReceive> action) {
            for (PendingReceive r = head; r != null; r = r.nextPosted) {
                action.accept(r);
            }
        }

        PendingReceive first(int contextId, int source, int tag) {
            PendingReceive request = head;
            while (request != null && !request.takes(contextId, source, tag)) {
                request = request.nextPosted;
            }
            return request;
        }

        PendingReceive firstUnreserved(int contextId, int source, int tag) {
            PendingReceive request = head;
            while (request != null
                    && (request.isReserved() || !request.takes(contextId, source, tag))) {
                request = request.nextPosted;
            }
            return request;
        }
    }

    PostedReceiveQueue(RankEvents events) {
        this.events = events;
        for (int i = 0; i < BUCKETS; i++) {
            buckets[i] = new Chain();
        }
    }

    public int size() {
        return size;
    }

    public void post(PendingReceive request) {
        request.postedAt = nextPosition++;
        Chain chain = chainOf(request);
        request.chain = chain;
        chain.append(request);
        size++;
    }

    /**
     * Takes out the receive that a message with these match bits goes to; null when there is none.
     */
    PendingReceive match(int contextId, int source, int tag) {
        if (size == 0) {
            return null;
        }
        PendingReceive exact = first(bucket(contextId, source, tag), contextId, source, tag);
        PendingReceive wild = first(wildcards, contextId, source, tag);
        PendingReceive found = earlier(exact, wild);
        if (found != null) {
            remove(found);
        }
        return found;
    }

    /** The first receive of a chain that takes the message; counts those that do not. */
    private PendingReceive first(Chain chain, int contextId, int source, int tag) {
        int misses = 0;
        PendingReceive request = chain.head;
        while (request != null && !request.takes(contextId, source, tag)) {
            request = request.nextPosted;
            misses++;
        }
        if (misses > 0) {
            events.missed(misses);
        }
        return request;
    }

    /** The first receive that takes the message and is not reserved; it stays posted. */
    public PendingReceive firstUnreserved(int contextId, int source, int tag) {
        PendingReceive exact =
                bucket(contextId, source, tag).firstUnreserved(contextId, source, tag);
        return earlier(exact, wildcards.firstUnreserved(contextId, source, tag));
    }

    /** Whether a receive without wildcards is the first that its messages match. */
    public boolean isFirst(PendingReceive request) {
        int contextId = request.contextId;
        int source = request.wantedSource;
        int tag = request.wantedTag;
        return request.chain.first(contextId, source, tag) == request
                && (wildcards.head == null || wildcards.first(contextId, source, tag) == null);
    }

    /**
     * The receive in the context of a message that it resembles most, for reports; null when there
     * is none.
     */
    public PendingReceive nearest(UnexpectedMessage message) {
        PendingReceive best = nearest(wildcards, message, null);
        for (Chain chain : buckets) {
            best = nearest(chain, message, best);
        }
        return best;
    }

    private static PendingReceive nearest(
            Chain chain, UnexpectedMessage message, PendingReceive known) {
        PendingReceive best = known;
        for (PendingReceive r = chain.head; r != null; r = r.nextPosted) {
            boolean sameSource = r.wantedSource == message.source;
            if (r.contextId == message.contextId && (best == null || sameSource)) {
                best = r;
            }
        }
        return best;
    }

    private static PendingReceive earlier(PendingReceive a, PendingReceive b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.postedAt < b.postedAt ? a : b;
    }

    /** Calls an action for each receive; it must not change the queue. */
    public void forEach(Consumer<PendingReceive> action) {
        for (Chain chain : buckets) {
            chain.forEach(action);
        }
        wildcards.forEach(action);
    }

    /** Takes a receive out; false when it is not waiting any more. */
    public boolean remove(PendingReceive request) {
        Chain chain = request.chain;
        if (chain == null) {
            return false;
        }
        chain.unlink(request);
        request.chain = null;
        size--;
        return true;
    }

    /** Takes out all receives that a lost peer could have served, and passes them on. */
    public void removeFrom(int worldRank, Consumer<PendingReceive> action) {
        for (Chain chain : buckets) {
            removeFrom(chain, worldRank, action);
        }
        removeFrom(wildcards, worldRank, action);
    }

    private void removeFrom(Chain chain, int worldRank, Consumer<PendingReceive> action) {
        PendingReceive request = chain.head;
        while (request != null) {
            PendingReceive next = request.nextPosted;
            if (request.waitsFor(worldRank)) {
                remove(request);
                action.accept(request);
            }
            request = next;
        }
    }

    private Chain chainOf(PendingReceive request) {
        return request.hasWildcard()
                ? wildcards
                : bucket(request.contextId, request.wantedSource, request.wantedTag);
    }

    private Chain bucket(int contextId, int source, int tag) {
        return buckets[MatchBits.hash(contextId, source, tag) & BUCKETS - 1];
    }
}
