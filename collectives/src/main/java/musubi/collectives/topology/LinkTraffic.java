package musubi.collectives.topology;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Load of the links of a torus, message by message along {@link TorusRoute}s. The weight of a
 * message is 1, its blocks or its bytes, for loads in that unit. Not thread-safe.
 */
public final class LinkTraffic {
    private final TorusRoute route;
    private final int[] places;
    private final long[] carried = new long[route.links()];
    private final long[] sent = new long[carried.length];

    /** Time at which each link is free; for trees the weight sent before the current tree. */
    private final long[] free = new long[carried.length];

    /** The last idle interval of each link before its reservations. */
    private final long[] gapFrom = new long[carried.length];

    private final long[] gapTo = new long[carried.length];

    private final int[] first = new int[carried.length];
    private final int[] last = new int[carried.length];
    private int longest;

    /** An idle machine. */
    public LinkTraffic(TorusEmbedding job) {
        places = job.places();
        route = new TorusRoute(job.physical());
        super();
        clear();
    }

    /** Removes all messages. */
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
     * Adds a message between two different nodes.
     *
     * @return weight sent so far over the first link of its route, including this message
     */
    public long add(int from, int to, long weight) {
        return add(from, to, weight, 0);
    }

    /**
     * The same with a start time of the sender, in units of weight.
     *
     * @return time at which it is sent
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

    /** Starts another tree: later messages overlap earlier ones of the same sender. */
    public void beginTree() {
        System.arraycopy(sent, 0, free, 0, sent.length);
    }

    /**
     * Sends messages, each of which occupies each link of its route for its weight. All reserve
     * their first link in the given order, then their second one, and so on. A message waits for
     * earlier reservations of a link, including those of earlier calls, unless it fits before the
     * last of them.
     *
     * @param from senders; a sender that is its own receiver sends nothing
     * @param times start times; on return arrival times
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

    /** Reserves a link for the weight of a message; returns the start time. */
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

    /** Load of a link, numbered as in {@link TorusRoute}. */
    public long on(int link) {
        return carried[link];
    }

    /** Load of the busiest link. */
    public long mostOnALink() {
        return Arrays.stream(carried).max().orElse(0);
    }

    /** Time between the first and the last message on the busiest link; the least of several. */
    public int timeOnBusiest() {
        long most = mostOnALink();
        return IntStream.range(0, carried.length)
                .filter(link -> carried[link] == most && most > 0)
                .map(link -> last[link] - first[link])
                .min()
                .orElse(0);
    }

    /** Greatest weight that a node sends over one of its links. */
    public long mostSent() {
        return Arrays.stream(sent).max().orElse(0);
    }

    /** Links of the longest route. */
    public int longest() {
        return longest;
    }
}
