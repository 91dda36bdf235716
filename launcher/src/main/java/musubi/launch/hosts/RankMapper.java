package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.List;

/** Maps ranks to hosts, one by one, for the programs that share a list of hosts. */
final class RankMapper {
    /** The order in which slots are filled. */
    enum Order {
        /** All slots of a host, then those of the next host. */
        BY_SLOT,
        /** One rank per host, round robin. */
        BY_NODE
    }

    private final List<HostSlots> hosts;
    private final Order order;
    private final int[] used;
    private int next;

    /** The current oversubscription: ranks per slot. */
    private int layer = 1;

    /** A mapper for these hosts, all without ranks. */
    RankMapper(List<HostSlots> hosts, Order order) {
        this.hosts = hosts;
        this.order = order;
        used = new int[hosts.size()];
    }

    /**
     * The host of the next rank. Full hosts are oversubscribed, starting again with the first.
     *
     * @throws LaunchFailure if every host is at max_slots
     */
    HostSlots place() {
        for (int tries = 0; tries <= 2 * hosts.size(); tries++) {
            layer += tries == hosts.size() ? 1 : 0;
            HostSlots host = hosts.get(next);
            int room = layer * host.slots() - used[next];
            if (room > 0 && (host.maxSlots() == 0 || used[next] < host.maxSlots())) {
                used[next]++;
                if (order == Order.BY_NODE || room == 1) {
                    advance();
                }
                return host;
            }
            advance();
        }
        throw LaunchFailure.usage("no slots left for more ranks")
                .with("hosts", hosts.stream().map(HostSlots::name).toList())
                .with("max_slots", hosts.stream().map(HostSlots::maxSlots).toList())
                .advice("add hosts, raise max_slots, or start fewer ranks");
    }

    private void advance() {
        next = (next + 1) % hosts.size();
    }
}
