package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The sites of the hosts of a job, from {@code --sites} and from {@code site=NAME} in a file of
 * hosts; the option prevails. The ranks get them as the setting {@code grid} ({@code SiteGraph} in
 * the core).
 */
public final class SiteNames {
    private static final String NAME = "[A-Za-z][A-Za-z0-9_]*";

    /** The ranks find the sites. */
    private static final String FIND = "find";

    private SiteNames() {}

    /** The name of a site, if it is one. */
    static String check(String name, String where) {
        if (!name.matches(NAME)) {
            throw LaunchFailure.usage("not the name of a site")
                    .with("site", "'" + name + "'")
                    .with("in", where)
                    .advice("use a letter, then letters, digits and _");
        }
        return name;
    }

    /** Marks a site in the option whose hosts accept no connections from outside. */
    private static final String PRIVATE = ":private";

    /**
     * The sites and the nodes of each, for example {@code A:0-1,B:2}; {@code find} if the ranks are
     * to find them; null if there are none.
     *
     * @throws LaunchFailure if some hosts have a site and others none, or the option names others
     */
    public static String ofNodes(ParsedOptions options, RankPlacement placement) {
        if (isFound(options)) {
            return FIND;
        }
        List<String> sites = namesOfNodes(options, placement);
        return sites.isEmpty() ? null : text(sites);
    }

    /** Whether the ranks are to find the sites. */
    static boolean isFound(ParsedOptions options) {
        return FIND.equals(options.last(Option.SITES, null));
    }

    /** The site of each node; empty if there are none, or the ranks are to find them. */
    static List<String> namesOfNodes(ParsedOptions options, RankPlacement placement) {
        List<HostSlots> hosts = placement.hosts();
        List<String> sites = new ArrayList<>(hosts.stream().map(HostSlots::site).toList());
        String option = options.last(Option.SITES, null);
        if (isFound(options)) {
            return List.of();
        }
        if (option != null) {
            read(option).forEach((host, site) -> sites.set(node(host, hosts, option), site));
        }
        if (sites.stream().allMatch(site -> site == null)) {
            return List.of();
        }
        int without = sites.indexOf(null);
        if (without >= 0) {
            throw LaunchFailure.usage("some hosts have a site, and one has none")
                    .with("host", hosts.get(without).name())
                    .with("sites", sites)
                    .advice(
                            "name the site of each host, with --sites or site=NAME in the host"
                                    + " file");
        }
        return sites;
    }

    /** The sites that the option marks as private. */
    static Set<String> privateSites(ParsedOptions options) {
        Set<String> marked = new HashSet<>();
        if (!isFound(options)) {
            for (String word : options.last(Option.SITES, "").split(";")) {
                if (word.strip().endsWith(PRIVATE)) {
                    marked.add(word.substring(0, word.indexOf('=')).strip());
                }
            }
        }
        return marked;
    }

    private static Map<String, String> read(String option) {
        Map<String, String> siteOfHost = new LinkedHashMap<>();
        for (String word : option.split(";")) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw LaunchFailure.usage("not a list of sites")
                        .with("--sites", option)
                        .advice("write SITE=HOST,HOST;SITE=HOST:private, or find");
            }
            String site = check(word.substring(0, equals).strip(), "--sites");
            String hosts = word.substring(equals + 1).strip();
            if (hosts.endsWith(PRIVATE)) {
                hosts = hosts.substring(0, hosts.length() - PRIVATE.length());
            }
            for (String host : hosts.split(",")) {
                String other = siteOfHost.put(host.strip(), site);
                if (other != null && !other.equals(site)) {
                    throw LaunchFailure.usage("a host in two sites")
                            .with("host", host.strip())
                            .with("sites", other + ", " + site);
                }
            }
        }
        return siteOfHost;
    }

    private static int node(String host, List<HostSlots> hosts, String option) {
        return IntStream.range(0, hosts.size())
                .filter(node -> hosts.get(node).name().equals(host))
                .findFirst()
                .orElseThrow(
                        () ->
                                LaunchFailure.usage("a site has a host without ranks")
                                        .with("host", host)
                                        .with("--sites", option)
                                        .with(
                                                "hosts with ranks",
                                                hosts.stream().map(HostSlots::name).toList()));
    }

    private static String text(List<String> sites) {
        Map<String, List<Integer>> nodes = new LinkedHashMap<>();
        for (int node = 0; node < sites.size(); node++) {
            nodes.computeIfAbsent(sites.get(node), _ -> new ArrayList<>()).add(node);
        }
        StringBuilder text = new StringBuilder();
        nodes.forEach(
                (site, numbers) -> {
                    text.append(text.isEmpty() ? "" : ",").append(site).append(':');
                    text.append(ranges(numbers));
                });
        return text.toString();
    }

    /** Ascending numbers as ranges, for example {@code 0-2+4}. */
    private static String ranges(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.size(); ) {
            int end = i + 1;
            while (end < numbers.size() && numbers.get(end) == numbers.get(end - 1) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : "+").append(numbers.get(i));
            if (end > i + 1) {
                text.append('-').append(numbers.get(end - 1));
            }
            i = end;
        }
        return text.toString();
    }
}
