package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;
import musubi.launch.plan.LaunchPlan.Segment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The option {@code --display-topology}. Links may be measured by the ranks only, so rank 0 prints
 * and draws, with names of hosts that it gets from here.
 */
final class TopologyOption {
    /** The setting {@code grid.display}. */
    static final String DISPLAY = "MUSUBI_GRID_DISPLAY";

    /** The setting {@code grid.hosts}. */
    static final String HOSTS = "MUSUBI_GRID_HOSTS";

    private static final String TABLE = "table";
    private static final String SUFFIX = ".svg";

    private TopologyOption() {}

    /**
     * Adds the variables of the ranks, if the option is given.
     *
     * @throws LaunchFailure if the file is none for SVG, or its directory does not exist
     */
    static void addTo(ParsedOptions options, RankPlacement placement, List<Segment> segments) {
        if (!options.has(Option.DISPLAY_SITES)) {
            return;
        }
        String file = options.last(Option.DISPLAY_SITES, null);
        String display = file == null ? TABLE : checked(file).toString();
        String hosts =
                placement.hosts().stream().map(HostSlots::name).collect(Collectors.joining(","));
        for (Segment segment : segments) {
            Map<String, String> added = segment.environment().added();
            added.put(DISPLAY, display);
            added.put(HOSTS, hosts);
        }
    }

    private static Path checked(String file) {
        Path path = Path.of(file).toAbsolutePath().normalize();
        if (!file.endsWith(SUFFIX)) {
            throw LaunchFailure.usage("not the name of an SVG file")
                    .with("--display-topology", file)
                    .advice("end it with " + SUFFIX + ", or omit it for the table alone");
        }
        if (path.getParent() == null || !Files.isDirectory(path.getParent())) {
            throw LaunchFailure.usage("no directory for the picture")
                    .with("--display-topology", path)
                    .advice("make the directory first");
        }
        return path;
    }
}
