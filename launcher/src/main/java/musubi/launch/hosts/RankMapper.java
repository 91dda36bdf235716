package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.List;

/** Maps ranks to hosts, one by one, for the programs that share a list of hosts. */
final class RankMapper {
    private final List<HostSlots> hosts;
    private final int turn;
    private final boolean limited;
    private final int[] used;
    private int next;

    /** The number of ranks placed on the next host since the one before. */
    private int placed;

    /** The current oversubscription: ranks per slot. */
    private int layer = 1;

    /**
     * A mapper for these hosts, all without ranks.
     *
     * @param turn the number of ranks that a host gets before the next one
     * @param limited whether hosts must not have more ranks than slots
     */
    RankMapper(List<HostSlots> hosts, int turn, boolean limited) {
        this.hosts = hosts;
        this.turn = turn;
        this.limited = limited;
        used = new int[hosts.size()];
    }

    /** The hosts of the next ranks. */
    List<HostSlots> place(int ranks) {
        List<HostSlots> places = new ArrayList<>();
        for (int left = ranks; left > 0; left--) {
            places.add(place());
        }
        return places;
    }

    /**
     * The host of the next rank. Full hosts are oversubscribed, starting again with the first.
     *
     * @throws LaunchFailure if every host is full
     */
    private HostSlots place() {
        for (int tries = 0; tries <= 2 * hosts.size(); tries++) {
            layer += tries == hosts.size() && !limited ? 1 : 0;
            HostSlots host = hosts.get(next);
            int room = layer * host.slots() - used[next];
            if (room > 0 && (host.maxSlots() == 0 || used[next] < host.maxSlots())) {
                used[next]++;
                placed++;
                if (placed == turn || room == 1) {
                    advance();
                }
                return host;
            }
            advance();
        }
        throw LaunchFailure.usage("no slots left for more ranks")
                .with("hosts", hosts.stream().map(HostSlots::name).toList())
                .with("slots", hosts.stream().map(HostSlots::slots).toList())
                .with("max_slots", hosts.stream().map(HostSlots::maxSlots).toList())
                .advice(
                        limited
                                ? "add hosts or slots, omit --nooversubscribe, or start fewer ranks"
                                : "add hosts, raise max_slots, or start fewer ranks");
    }

    private void advance() {
        placed = 0;
        next = (next + 1) % hosts.size();
    }
}
