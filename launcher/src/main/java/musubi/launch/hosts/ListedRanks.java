package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.MapPolicy;
import musubi.launch.mapping.PlacementOptions;
import musubi.launch.mapping.RankFile;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The hosts of ranks that a file lists one by one: {@code seq} and {@code rankfile}. */
final class ListedRanks {
    private ListedRanks() {}

    /** Whether a file or a list has the host of each rank. */
    static boolean arePresent(MapPolicy map) {
        return map.order() == MapPolicy.Order.SEQUENCE || map.order() == MapPolicy.Order.RANK_FILE;
    }

    /**
     * The host of each rank.
     *
     * @param all the options of all programs
     * @param common the list of hosts from which a rank file selects; may be empty
     */
    static List<HostSlots> hosts(MapPolicy map, ParsedOptions all, List<HostSlots> common) {
        return map.order() == MapPolicy.Order.SEQUENCE
                ? sequence(map, all)
                : ofRankFile(PlacementOptions.rankFile(map), common);
    }

    private static List<HostSlots> sequence(MapPolicy map, ParsedOptions all) {
        List<HostSlots> hosts =
                map.file().isEmpty()
                        ? HostList.sequence(all)
                        : HostList.sequence(Path.of(map.file()));
        if (hosts.isEmpty()) {
            throw LaunchFailure.usage("no list of hosts for the ranks")
                    .with("--map-by", "seq")
                    .advice("add -hostfile with a line for each rank, or -host a,b,a");
        }
        return hosts;
    }

    private static List<HostSlots> ofRankFile(Path file, List<HostSlots> common) {
        return RankFile.read(file).stream().map(line -> host(line.host(), file, common)).toList();
    }

    private static HostSlots host(String name, Path file, List<HostSlots> common) {
        boolean relative = HostSelection.isRelative(List.of(name));
        if (relative || !common.isEmpty()) {
            return HostSelection.of(List.of(name), common, Set.of()).getFirst();
        }
        HostList.checkName(name, file.toString());
        return HostSlots.of(name, 1);
    }
}
