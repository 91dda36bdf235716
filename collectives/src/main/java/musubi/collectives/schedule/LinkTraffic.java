package musubi.collectives.schedule;

import java.util.Arrays;

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
    private final long[] free;
    private int longest;

    /** Links without traffic. */
    public LinkTraffic(LaidTorus job) {
        places = job.places();
        route = new TorusRoute(job.machine());
        carried = new long[route.links()];
        sent = new long[carried.length];
        free = new long[carried.length];
    }

    /** Forgets all messages. */
    public void clear() {
        longest = 0;
        Arrays.fill(carried, 0);
        Arrays.fill(sent, 0);
        Arrays.fill(free, 0);
    }

    /**
     * Adds a message between two different nodes of the job.
     *
     * @return what its sender has sent so far over the first link of its way, this one included
     */
    public long add(int from, int to, long weight) {
        int node = places[from];
        int target = places[to];
        int first = route.next(node, target);
        int hops = 0;
        while (node != target) {
            int link = route.next(node, target);
            carried[link] += weight;
            node = route.end(link);
            hops++;
        }
        longest = Math.max(longest, hops);
        sent[first] += weight;
        return sent[first];
    }

    /**
     * Sends messages, each of which has each link of its way as long as it is heavy. All take their
     * first link in the order in which they are given, then their second one, and so on, and wait
     * at each for those that had it before, those of earlier calls too.
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
                    times[i] = Math.max(times[i], free[link]);
                    free[link] = times[i] + weights[i];
                    at[i] = route.end(link);
                    isUnderWay = true;
                }
            }
        }
        Arrays.setAll(times, i -> times[i] + (from[i] == to[i] ? 0 : weights[i]));
    }

    /** What a link carries, named as in {@link TorusRoute}. */
    public long on(int link) {
        return carried[link];
    }

    /** What the busiest link carries. */
    public long mostOnALink() {
        return Arrays.stream(carried).max().orElse(0);
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
