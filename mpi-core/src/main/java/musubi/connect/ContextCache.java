package musubi.connect;

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
 * <p>Open addressing by world rank, so its size follows the number of peers and not the number of
 * ranks. Before the limit is reached a use costs the look-up only; after that the changes from one
 * context to another are recorded.
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
    private int[] keys = new int[INITIAL_SLOTS];
    private int[] numbers = emptyNumbers(INITIAL_SLOTS);

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
        int number = numbers[find(worldRank)];
        if (number == EMPTY || full && number != latest) {
            return use(number == EMPTY ? add(worldRank) : number);
        }
        return contexts.get(number);
    }

    /** The context of a peer, open or not; null when there never was one. */
    public C peek(int worldRank) {
        int number = numbers[find(worldRank)];
        return number != EMPTY ? contexts.get(number) : null;
    }

    /** The context of a peer, open or not. */
    public C known(int worldRank) {
        int number = numbers[find(worldRank)];
        return contexts.get(number != EMPTY ? number : add(worldRank));
    }

    /** Opens the context of a peer that is not open. */
    public void reopen(int worldRank) {
        use(numbers[find(worldRank)]);
    }

    /** Closes the context of a peer that is of no use any more. */
    public void close(int worldRank) {
        int number = numbers[find(worldRank)];
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
        if (places[number] == CLOSED) {
            open(context, number);
        } else {
            hits++;
            lifecycle.used(context);
        }
        latest = number;
        policy.used(number, ++now);
        return context;
    }

    private void open(C context, int number) {
        if (!lifecycle.isLimited(context)) {
            lifecycle.open(context);
            places[number] = NOT_LIMITED;
            return;
        }
        if (openCount == limit) {
            int place = policy.choose(open, openCount, isIdle, now + 1);
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
        full |= openCount == limit;
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
        if (2 * (number + 1) > keys.length) {
            grow();
        }
        put(worldRank, number);
        contexts.add(context);
        places[number] = CLOSED;
        return number;
    }

    private void put(int worldRank, int number) {
        int slot = find(worldRank);
        keys[slot] = worldRank;
        numbers[slot] = number;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new int[2 * oldKeys.length];
        numbers = emptyNumbers(keys.length);
        places = Arrays.copyOf(places, keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] != EMPTY) {
                put(oldKeys[i], oldNumbers[i]);
            }
        }
    }

    private int find(int worldRank) {
        int mask = keys.length - 1;
        int slot = worldRank & mask;
        while (numbers[slot] != EMPTY && keys[slot] != worldRank) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private static int[] emptyNumbers(int slots) {
        int[] numbers = new int[slots];
        Arrays.fill(numbers, EMPTY);
        return numbers;
    }
}
