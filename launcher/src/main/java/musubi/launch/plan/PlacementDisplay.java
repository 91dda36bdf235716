package musubi.launch.plan;

import musubi.launch.hosts.HostAllocation;
import musubi.launch.hosts.HostSlots;
import musubi.launch.mapping.PlacementPolicy.Display;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The texts of {@code --display allocation} and {@code map}, in the form of Open MPI.
 *
 * @param plan the job
 * @param hosts its hosts
 */
record PlacementDisplay(LaunchPlan plan, HostAllocation hosts) {
    private static final String RULE =
            "=================================================================\n";

    /** The texts that the options of the job request. */
    List<String> texts() {
        Set<Display> wanted = plan.settings().placementPolicy().displays();
        List<String> texts = new ArrayList<>();
        if (wanted.contains(Display.ALLOCATION)) {
            texts.add(allocation());
        }
        if (wanted.contains(Display.MAP)) {
            texts.add(map());
        }
        return texts;
    }

    private String allocation() {
        StringBuilder text = new StringBuilder();
        text.append("======================   ALLOCATED NODES   ======================\n");
        List<HostSlots> all = hosts.available();
        for (HostSlots host : all.isEmpty() ? plan.placement().hosts() : all) {
            text.append(
                    "    %s: slots=%d max_slots=%d%n"
                            .formatted(host.name(), host.slots(), host.maxSlots()));
        }
        return text.append("    from: ")
                .append(hosts.origin())
                .append('\n')
                .append(RULE)
                .toString();
    }

    private String map() {
        StringBuilder text = new StringBuilder();
        text.append(" ========================   JOB MAP   ========================\n");
        int[] programs = plan.programNumbers();
        for (int node = 0; node < plan.placement().hosts().size(); node++) {
            HostSlots host = plan.placement().hosts().get(node);
            List<Integer> ranks = plan.placement().ranksOf(node);
            text.append(
                    " Data for node: %s\tNum slots: %d\tMax slots: %d\tNum procs: %d%n"
                            .formatted(host.name(), host.slots(), host.maxSlots(), ranks.size()));
            for (int rank : ranks) {
                text.append(" \tApp: %d Process rank: %d%n".formatted(programs[rank], rank));
            }
        }
        return text.append(' ').append(RULE).toString();
    }
}
