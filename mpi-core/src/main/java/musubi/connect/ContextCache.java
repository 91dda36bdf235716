package musubi.connect;

import org.agrona.collections.Int2IntHashMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The communication contexts of a rank: what talking to each peer costs, opened when the first
 * message goes to or comes from it. The number of open ones is limited; for another one the {@link
 * EvictionPolicy} chooses one to be closed, which is opened again when it is needed. What must
 * outlive that is in the context itself, which stays.
 *
 * <p>The size follows the number of peers and not the number of ranks. Before the limit is reached
 * a use costs the look-up only; after that the changes from one context to another are recorded.
 *
 * <p>Thread rule: the thread that holds the rank.
 *
 * @param <C> the context
 */
public final class ContextCache<C> {
    private static final int INITIAL_SLOTS = 16;
    private static final int EMPTY = -1;
    private static final int CLOSED = -1;
    private static final int NOT_LIMITED = -2;

    private final int limit;
    private final EvictionPolicy policy;
    private final Lifecycle<C> lifecycle;
    private final IntPredicate isIdle = this::isIdle;
    private final List<C> contexts = new ArrayList<>();

    /** The place in that list by world rank; the one found last, which is often the next too. */
    private final Int2IntHashMap numbers = new Int2IntHashMap(EMPTY);

    private int foundRank = EMPTY;
    private int found = EMPTY;

    /** The place of each context among the open ones. */
    private int[] places = new int[INITIAL_SLOTS];

    /** The numbers of the open ones. */
    private int[] open = new int[INITIAL_SLOTS];

    private int openCount;

    /** Whether as many as may be have been open at once, so that uses are recorded. */
    private boolean full;

    private int latest = EMPTY;
    private long now;
    private long hits;
    private long misses;
    private long evictions;

    /**
     * What is done with the contexts of a cache. None of it uses the cache.
     *
     * @param <C> the context
     */
    public interface Lifecycle<C> {
        /** A closed context. */
        C make(int worldRank);

        /** Gives a context what it needs to be used. */
        void open(C context);

        /** Takes it away again. */
        void close(C context);

        /** An open context has been used while the limit is reached. */
        default void used(C context) {}

        /** A context has been closed in favour of another one. */
        default void evicted(C context) {}

        /** Whether nothing is under way in an open context. */
        boolean isIdle(C context);

        /** Whether a context counts at all; one that does not is never closed for another one. */
        boolean isLimited(C context);
    }

    /** A cache with at most {@code limit} (1 or more) open contexts. */
    public ContextCache(int limit, EvictionPolicy policy, Lifecycle<C> lifecycle) {
        this.limit = limit;
        this.policy = policy;
        this.lifecycle = lifecycle;
    }

    /**
     * The fair share that a rank has of its node's contexts.
     *
     * @param ofNode how many the node may have open at once; 0 for any number
     * @param localRank the rank among those of its node
     * @param localSize how many ranks the node has
     * @return 1 or more
     */
    public static int shareOf(long ofNode, int localRank, int localSize) {
        if (ofNode == 0) {
            return Integer.MAX_VALUE;
        }
        long share = ofNode / localSize + (localRank < ofNode % localSize ? 1 : 0);
        return Math.clamp(share, 1, Integer.MAX_VALUE);
    }

    /** The context of a peer that is used now; opened if it is not open. */
    public C get(int worldRank) {
        int number = find(worldRank);
        if (number == EMPTY || full && number != latest) {
            return use(number == EMPTY ? add(worldRank) : number);
        }
        return contexts.get(number);
    }

    /** The context of a peer, open or not; null when there never was one. */
    public C peek(int worldRank) {
        int number = find(worldRank);
        return number != EMPTY ? contexts.get(number) : null;
    }

    /** The context of a peer, open or not. */
    public C known(int worldRank) {
        int number = find(worldRank);
        return contexts.get(number != EMPTY ? number : add(worldRank));
    }

    /** Opens the context of a peer that is not open. */
    public void reopen(int worldRank) {
        use(find(worldRank));
    }

    /** Closes the context of a peer that is of no use any more. */
    public void close(int worldRank) {
        int number = find(worldRank);
        if (number != EMPTY && places[number] >= 0) {
            close(places[number], number);
        }
    }

    /** All contexts that there are, open or not; not to be changed. */
    public Iterable<C> all() {
        return contexts;
    }

    /** How many contexts there are, open or not. */
    public int size() {
        return contexts.size();
    }

    /** How many contexts are open, of those that count. */
    public int openCount() {
        return openCount;
    }

    /** How many may be open. */
    public int limit() {
        return limit;
    }

    /** Changes to a context that was open, since as many as may be were open for the first time. */
    public long hits() {
        return hits;
    }

    /** How often a context was opened. */
    public long misses() {
        return misses;
    }

    /** How often a context was closed for another one. */
    public long evictions() {
        return evictions;
    }

    private C use(int number) {
        C context = contexts.get(number);
        if (full) {
            policy.used(number, ++now);
        }
        if (places[number] == CLOSED) {
            open(context, number);
        } else {
            hits++;
            lifecycle.used(context);
        }
        latest = number;
        return context;
    }

    private void open(C context, int number) {
        if (!lifecycle.isLimited(context)) {
            lifecycle.open(context);
            places[number] = NOT_LIMITED;
            return;
        }
        if (openCount == limit) {
            int place = policy.choose(open, openCount, isIdle, now);
            C evicted = contexts.get(open[place]);
            close(place, open[place]);
            evictions++;
            lifecycle.evicted(evicted);
        }
        lifecycle.open(context);
        misses++;
        if (openCount == open.length) {
            open = Arrays.copyOf(open, 2 * openCount);
        }
        open[openCount] = number;
        places[number] = openCount++;
        if (openCount == limit && !full) {
            beginToRecord();
        }
    }

    /** In the order in which they were opened, if none was closed meanwhile. */
    private void beginToRecord() {
        full = true;
        for (int i = 0; i < openCount; i++) {
            policy.used(open[i], ++now);
        }
    }

    private void close(int place, int number) {
        lifecycle.close(contexts.get(number));
        int last = open[--openCount];
        open[place] = last;
        places[last] = place;
        places[number] = CLOSED;
        if (latest == number) {
            latest = EMPTY;
        }
    }

    private boolean isIdle(int number) {
        return lifecycle.isIdle(contexts.get(number));
    }

    private int add(int worldRank) {
        C context = lifecycle.make(worldRank);
        int number = contexts.size();
        if (number == places.length) {
            places = Arrays.copyOf(places, 2 * number);
        }
        numbers.put(worldRank, number);
        contexts.add(context);
        places[number] = CLOSED;
        return number;
    }

    private int find(int worldRank) {
        if (worldRank != foundRank) {
            found = numbers.get(worldRank);
            foundRank = found == EMPTY ? EMPTY : worldRank;
        }
        return found;
    }
}
