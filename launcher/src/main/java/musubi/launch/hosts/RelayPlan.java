package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The relays of a job, from {@code --relays} and {@code --relay-port}.
 *
 * @param relays by their ids; empty for none
 * @param firstPort first port at which a relay may listen; 0 for any
 * @param lastPort last such port
 */
public record RelayPlan(List<Relay> relays, int firstPort, int lastPort) {
    private static final String AUTO = "auto";
    private static final String OFF = "off";
    private static final int USUAL = 2;
    private static final int SITES_WITH_RELAYS = 3;
    private static final int LARGEST_PORT = 65535;

    /**
     * One relay.
     *
     * @param node where it runs
     * @param site the name of its site
     * @param isPrivate whether the hosts of the site accept no connections from outside
     */
    public record Relay(int node, String site, boolean isPrivate) {}

    /**
     * Places relays on the first hosts of each site: two for each site, unless the option gives
     * another number, if there are three sites or a private one.
     *
     * @throws LaunchFailure if an option is wrong, or there are no named sites for them
     */
    public static RelayPlan of(ParsedOptions options, RankPlacement placement) {
        String wanted = options.last(Option.RELAYS, AUTO);
        List<HostSite> sites = SiteNames.sitesOfNodes(options, placement);
        long different = sites.stream().map(HostSite::name).distinct().count();
        int perSite = perSite(wanted, different, sites.stream().anyMatch(HostSite::isPrivate));
        if (!wanted.equals(AUTO) && perSite > 0 && different < 2) {
            throw withoutSites(wanted, options);
        }
        List<Relay> relays = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        for (int node = 0; perSite > 0 && node < sites.size(); node++) {
            HostSite site = sites.get(node);
            if (counts.merge(site.name(), 1, Integer::sum) <= perSite) {
                relays.add(new Relay(node, site.name(), site.isPrivate()));
            }
        }
        int[] ports = ports(options.last(Option.RELAY_PORT, "0"));
        return new RelayPlan(relays, ports[0], ports[1]);
    }

    private static LaunchFailure withoutSites(String wanted, ParsedOptions options) {
        boolean isFound = SiteNames.isFound(options);
        return LaunchFailure.usage("relays require two sites with names")
                .with("--relays", wanted)
                .with("sites", options.last(Option.SITES, "none"))
                .advice(
                        (isFound
                                        ? "relays start before the ranks find the sites: print"
                                              + " these with --sites find --display-topology, and "
                                        : "")
                                + "name them with --sites or site=NAME in the host file");
    }

    private static int perSite(String wanted, long sites, boolean hasPrivate) {
        switch (wanted) {
            case OFF -> {
                return 0;
            }
            case AUTO -> {
                return sites >= SITES_WITH_RELAYS || hasPrivate && sites > 1 ? USUAL : 0;
            }
            default -> {
                int number = ParsedOptions.number("--relays", wanted);
                if (number < 1) {
                    throw LaunchFailure.usage("not a number of relays for each site")
                            .with("--relays", wanted)
                            .advice("use 1 or more, auto or off");
                }
                return number;
            }
        }
    }

    private static int[] ports(String text) {
        String[] ends = text.split("-", 2);
        int first = ParsedOptions.number("--relay-port", ends[0]);
        int last = ends.length == 1 ? first : ParsedOptions.number("--relay-port", ends[1]);
        if (first < 0 || last > LARGEST_PORT || last < first || first == 0 && last > 0) {
            throw LaunchFailure.usage("not a port or a range of ports")
                    .with("--relay-port", text)
                    .advice("use PORT or FIRST-LAST, from 1 to 65535");
        }
        return new int[] {first, last};
    }
}
