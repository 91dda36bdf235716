package musubi.simulator.network;

import java.util.Arrays;

/**
 * Injection of messages by a node: ports, each with one message at a time, and a bandwidth that the
 * ports share. A message takes the port that is free first.
 */
public final class Injection {
    /** No limit on ports. */
    static final int UNLIMITED = 0;

    private final int ports;
    private final double picosPerByte;
    private final long[] portFree;
    private final long[] injectionFree;

    /**
     * Equal ports and bandwidth for all nodes.
     *
     * @param ports of a node, or {@link #UNLIMITED}
     * @param picosPerByte of all ports of a node together; 0: no limit
     */
    public Injection(int nodes, int ports, double picosPerByte) {
        this.ports = ports;
        this.picosPerByte = picosPerByte;
        portFree = new long[nodes * ports];
        injectionFree = new long[picosPerByte > 0 ? nodes : 0];
    }

    void clear() {
        Arrays.fill(portFree, 0);
        Arrays.fill(injectionFree, 0);
    }

    /** Whether the bandwidth is limited. */
    boolean limitsBytes() {
        return picosPerByte > 0;
    }

    private int firstFree(int node) {
        int best = node * ports;
        for (int port = best + 1; port < (node + 1) * ports; port++) {
            best = portFree[port] < portFree[best] ? port : best;
        }
        return best;
    }

    /**
     * When a message can start.
     *
     * @param now the earliest
     */
    long earliestStart(int node, long now) {
        long start = ports == UNLIMITED ? now : Math.max(now, portFree[firstFree(node)]);
        return injectionFree.length == 0 ? start : Math.max(start, injectionFree[node]);
    }

    /** A message has started and occupies its port until a time. */
    void occupy(int node, long bytes, long start, long until) {
        if (ports != UNLIMITED) {
            portFree[firstFree(node)] = until;
        }
        if (injectionFree.length > 0) {
            injectionFree[node] = start + Math.round(bytes * picosPerByte);
        }
    }

    /** Lower bound of the time in which a node sends a number of messages, picoseconds. */
    long leastTime(long messages, LinkCost link, long bytes) {
        long byPorts = 0;
        if (ports != UNLIMITED) {
            byPorts = Math.ceilDiv(messages, ports) * link.occupancy(bytes);
        }
        return Math.max(byPorts, Math.round(messages * bytes * picosPerByte));
    }
}
