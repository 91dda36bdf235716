package musubi.launch.proxy;

import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RemoteLaunch;

import java.util.ArrayList;
import java.util.List;

/**
 * The tree of node proxies with mpiexec as its root. With a fan-out of k, places are numbered level
 * by level as in a heap: mpiexec is place 0, node i is place i + 1, and the children of place p are
 * the places k p + 1 to k p + k.
 *
 * @param jobId the name of the job
 * @param hosts the hosts, by node
 * @param remoteLaunch the settings for the start of node proxies
 */
public record ProxyTree(String jobId, List<HostSlots> hosts, RemoteLaunch remoteLaunch) {
    /** The node number of mpiexec. */
    public static final int ROOT = -1;

    /** The children of a node. */
    public List<Integer> childrenOf(int node) {
        List<Integer> children = new ArrayList<>();
        long first = (long) remoteLaunch.fanOut() * (node + 1);
        for (long child = first;
                child < Math.min(first + remoteLaunch.fanOut(), hosts.size());
                child++) {
            children.add((int) child);
        }
        return children;
    }

    /** The parent of a node, or {@link #ROOT}. */
    public int parentOf(int node) {
        return node / remoteLaunch.fanOut() - 1;
    }

    /** The child of {@code from} on the path to a descendant; -2 if it is none. */
    public int towards(int from, int node) {
        int at = node;
        while (at > ROOT) {
            int parent = parentOf(at);
            if (parent == from) {
                return at;
            }
            at = parent;
        }
        return -2;
    }

    /** A node and its descendants. */
    public List<Integer> subtreeOf(int node) {
        List<Integer> nodes = new ArrayList<>(List.of(node));
        for (int i = 0; i < nodes.size(); i++) {
            nodes.addAll(childrenOf(nodes.get(i)));
        }
        return nodes;
    }
}
