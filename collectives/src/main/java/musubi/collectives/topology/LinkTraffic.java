package musubi.collectives.topology;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What the links of a machine carry, counted message by message, on the ways of {@link TorusRoute}.
 * Messages have a weight: 1 to count them, their blocks or bytes to count these. For one thread at
 * a time.
 */
public final class LinkTraffic {
    private final TorusRoute route;
    private final int[] places;
    private final long[] carried;
    private final long[] sent;

    /** When links are free; in trees what was sent over them when the tree began. */
    private final long[] free;

    /** The last time in which links are idle although they have been taken for later. */
    private final long[] gapFrom;

    private final long[] gapTo;

    private final int[] first;
    private final int[] last;
    private int longest;

    /** Links without traffic. */
    public LinkTraffic(TorusEmbedding job) {
        places = job.places();
        route = new TorusRoute(job.physical());
        carried = new long[route.links()];
        sent = new long[carried.length];
        free = new long[carried.length];
        gapFrom = new long[carried.length];
        gapTo = new long[carried.length];
        first = new int[carried.length];
        last = new int[carried.length];
        clear();
    }

    /** Forgets all messages. */
    public void clear() {
        longest = 0;
        Arrays.fill(carried, 0);
        Arrays.fill(sent, 0);
        Arrays.fill(free, 0);
        Arrays.fill(gapFrom, 0);
        Arrays.fill(gapTo, 0);
        Arrays.fill(first, Integer.MAX_VALUE);
        Arrays.fill(last, 0);
    }

    /**
     * Adds a message between two different nodes of the job.
     *
     * @return what its sender has sent so far over the first link of its way, this one included
     */
    public long add(int from, int to, long weight) {
        return add(from, to, weight, 0);
    }

    /**
     * The same when the sender begins at some time, in units of what messages weigh.
     *
     * @return when it has sent it
     */
    public long add(int from, int to, long weight, long time) {
        int node = places[from];
        int target = places[to];
        int exit = route.next(node, target);
        long begin = time + sent[exit] - free[exit];
        int start = (int) Math.min(Integer.MAX_VALUE, begin);
        int hops = 0;
        while (node != target) {
            int link = route.next(node, target);
            carried[link] += weight;
            first[link] = Math.min(first[link], start);
            last[link] = Math.max(last[link], start);
            node = route.end(link);
            hops++;
        }
        longest = Math.max(longest, hops);
        sent[exit] += weight;
        return begin + weight;
    }

    /** What a node sends from now on goes beside what it has sent so far, as in another tree. */
    public void beginTree() {
        System.arraycopy(sent, 0, free, 0, sent.length);
    }

    /**
     * Sends messages, each of which has each link of its way as long as it is heavy. All take their
     * first link in the order in which they are given, then their second one, and so on, and wait
     * at each for those that had it before, those of earlier calls too, unless it fits in before
     * the last of these.
     *
     * @param from senders; those that are receivers as well send nothing
     * @param times when messages start; on return when they are there
     */
    public void send(int[] from, int[] to, long[] weights, long[] times) {
        int[] at = Arrays.stream(from).map(node -> places[node]).toArray();
        int[] targets = Arrays.stream(to).map(node -> places[node]).toArray();
        for (boolean isUnderWay = true; isUnderWay; ) {
            isUnderWay = false;
            for (int i = 0; i < at.length; i++) {
                if (at[i] != targets[i]) {
                    int link = route.next(at[i], targets[i]);
                    times[i] = take(link, times[i], weights[i]);
                    at[i] = route.end(link);
                    isUnderWay = true;
                }
            }
        }
        Arrays.setAll(times, i -> times[i] + (from[i] == to[i] ? 0 : weights[i]));
    }

    /** When a message has a link, which is then taken for as long as it is heavy. */
    private long take(int link, long time, long weight) {
        long inGap = Math.max(time, gapFrom[link]);
        if (inGap + weight <= gapTo[link]) {
            gapFrom[link] = inGap + weight;
            return inGap;
        }
        long start = Math.max(time, free[link]);
        if (start > free[link]) {
            gapFrom[link] = free[link];
            gapTo[link] = start;
        }
        free[link] = start + weight;
        return start;
    }

    /** What a link carries, named as in {@link TorusRoute}. */
    public long on(int link) {
        return carried[link];
    }

    /** What the busiest link carries. */
    public long mostOnALink() {
        return Arrays.stream(carried).max().orElse(0);
    }

    /** The time from the first message to the last on the busiest link, where it is least. */
    public int timeOnBusiest() {
        long most = mostOnALink();
        return IntStream.range(0, carried.length)
                .filter(link -> carried[link] == most && most > 0)
                .map(link -> last[link] - first[link])
                .min()
                .orElse(0);
    }

    /** The most that a node sends over one of its own links. */
    public long mostSent() {
        return Arrays.stream(sent).max().orElse(0);
    }

    /** Links on the longest way. */
    public int longest() {
        return longest;
    }
}
