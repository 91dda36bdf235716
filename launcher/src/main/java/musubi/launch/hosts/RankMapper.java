package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.List;

/** Puts ranks on hosts, one after the other, for the programs that share a list of hosts. */
final class RankMapper {
    /** In which order hosts get ranks. */
    enum Order {
        /** All slots of a host, then those of the next. */
        BY_SLOT,
        /** One rank for each host, round robin. */
        BY_NODE
    }

    private final List<HostSlots> hosts;
    private final Order order;
    private final int[] used;
    private int next;

    /** How many times as many ranks as slots a host may have now. */
    private int layer = 1;

    /** A mapper for these hosts, none of which has ranks. */
    RankMapper(List<HostSlots> hosts, Order order) {
        this.hosts = hosts;
        this.order = order;
        used = new int[hosts.size()];
    }

    /**
     * The host of the next rank. When all slots are taken they are taken once more, and so on.
     *
     * @throws LaunchFailure when no host takes another rank
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
        throw LaunchFailure.usage(
                "the hosts take no more ranks: hosts="
                        + hosts.stream().map(HostSlots::name).toList()
                        + " max_slots="
                        + hosts.stream().map(HostSlots::maxSlots).toList()
                        + "; name more hosts, raise max_slots, or start fewer ranks");
    }

    private void advance() {
        next = (next + 1) % hosts.size();
    }
}
