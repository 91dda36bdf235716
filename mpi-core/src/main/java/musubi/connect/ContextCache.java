package musubi.connect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The communication contexts of a rank: what talking to each peer costs, made when the first
 * message goes to or comes from it. Open addressing by world rank, so its size follows the number
 * of active peers and not the number of ranks.
 *
 * <p>Thread rule: the thread that holds the rank.
 *
 * @param <C> the context
 */
public final class ContextCache<C> {
    private static final int INITIAL_SLOTS = 16;
    private static final int EMPTY = -1;

    private final IntFunction<C> maker;
    private final List<C> contexts = new ArrayList<>();
    private int[] keys = new int[INITIAL_SLOTS];
    private int[] places = emptyPlaces(INITIAL_SLOTS);

    /** A cache that makes missing contexts with this function of the world rank. */
    public ContextCache(IntFunction<C> maker) {
        this.maker = maker;
    }

    /** The context of a peer, made now if there is none. */
    public C get(int worldRank) {
        int place = places[find(worldRank)];
        return place != EMPTY ? contexts.get(place) : add(worldRank);
    }

    /** The context of a peer, or null when there is none. */
    public C peek(int worldRank) {
        int place = places[find(worldRank)];
        return place != EMPTY ? contexts.get(place) : null;
    }

    /** All contexts that there are; not to be changed. */
    public Iterable<C> all() {
        return contexts;
    }

    /** How many contexts there are. */
    public int size() {
        return contexts.size();
    }

    private C add(int worldRank) {
        C context = maker.apply(worldRank);
        if (2 * (contexts.size() + 1) > keys.length) {
            grow();
        }
        put(worldRank, contexts.size());
        contexts.add(context);
        return context;
    }

    private void put(int worldRank, int place) {
        int slot = find(worldRank);
        keys[slot] = worldRank;
        places[slot] = place;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldPlaces = places;
        keys = new int[2 * oldKeys.length];
        places = emptyPlaces(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldPlaces[i] != EMPTY) {
                put(oldKeys[i], oldPlaces[i]);
            }
        }
    }

    private int find(int worldRank) {
        int mask = keys.length - 1;
        int slot = worldRank & mask;
        while (places[slot] != EMPTY && keys[slot] != worldRank) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private static int[] emptyPlaces(int slots) {
        int[] places = new int[slots];
        Arrays.fill(places, EMPTY);
        return places;
    }
}
