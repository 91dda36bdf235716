package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The sites of the hosts of a job, from {@code --sites} and from {@code site=NAME} in a file of
 * hosts; those of the file are ignored if the ranks are to find the sites. The ranks get them as
 * the setting {@code grid} ({@code SiteGraph} in the core).
 */
public final class SiteNames {
    private static final String NAME = "[A-Za-z][A-Za-z0-9_]*";

    /** The ranks find the sites. */
    private static final String FIND = "find";

    private static final String OPTION = "--sites";
    private static final String BY = "with --sites or site=NAME in the host file";

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
     * @throws LaunchFailure if some hosts have a site and others none, the option names others, or
     *     the option and lists of hosts contradict each other
     */
    public static String ofNodes(ParsedOptions options, RankPlacement placement) {
        List<HostSite> sites = sitesOfNodes(options, placement);
        if (isFound(options)) {
            return FIND;
        }
        return sites.isEmpty() ? null : text(sites.stream().map(HostSite::name).toList());
    }

    /** Whether the ranks are to find the sites. */
    static boolean isFound(ParsedOptions options) {
        return FIND.equals(options.last(Option.SITES, null));
    }

    /** The site of each node; empty if there are none, or the ranks are to find them. */
    static List<HostSite> sitesOfNodes(ParsedOptions options, RankPlacement placement) {
        List<HostSlots> hosts = placement.hosts();
        List<HostSite> sites = new ArrayList<>(hosts.stream().map(HostSlots::site).toList());
        String option = options.last(Option.SITES, null);
        if (isFound(options)) {
            checkOpen(hosts);
            return List.of();
        }
        if (option != null) {
            read(option)
                    .forEach(
                            (host, site) -> {
                                int node = node(host, hosts, option);
                                sites.set(node, site.and(sites.get(node), host));
                            });
        }
        checkNames(sites, hosts);
        checkPrivacy(sites);
        return sites.stream().allMatch(site -> site.name() == null) ? List.of() : sites;
    }

    /** Round trips to a private host need relays, which have to be on known sites. */
    private static void checkOpen(List<HostSlots> hosts) {
        for (HostSlots host : hosts) {
            if (host.site().isPrivate()) {
                throw LaunchFailure.usage("the site of a private host cannot be found")
                        .with("host", host.name())
                        .with("in", host.site().where())
                        .with("--sites", FIND)
                        .advice(
                                "round trips to it need relays, which are placed by site: name the"
                                        + " sites of all hosts, with --sites or site=NAME in the"
                                        + " host file");
            }
        }
    }

    private static void checkNames(List<HostSite> sites, List<HostSlots> hosts) {
        boolean anyNamed = sites.stream().anyMatch(site -> site.name() != null);
        for (int node = 0; node < sites.size(); node++) {
            HostSite site = sites.get(node);
            String host = hosts.get(node).name();
            if (site.name() == null && site.isPrivate()) {
                throw LaunchFailure.usage("a private host without a site")
                        .with("host", host)
                        .with("in", site.where())
                        .advice("name the site of each host, " + BY);
            }
            if (site.name() == null && anyNamed) {
                throw LaunchFailure.usage("some hosts have a site, and one has none")
                        .with("host", host)
                        .with("sites", sites.stream().map(HostSite::name).toList())
                        .advice("name the site of each host, " + BY);
            }
        }
    }

    private static void checkPrivacy(List<HostSite> sites) {
        Map<String, HostSite> first = new HashMap<>();
        for (HostSite site : sites) {
            HostSite same = first.putIfAbsent(site.name(), site);
            if (same != null) {
                same.checkSame(site, "site", site.name());
            }
        }
    }

    private static Map<String, HostSite> read(String option) {
        Map<String, HostSite> siteOfHost = new LinkedHashMap<>();
        for (String word : option.split(";")) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw LaunchFailure.usage("not a list of sites")
                        .with("--sites", option)
                        .advice("write SITE=HOST,HOST;SITE=HOST:private, or find");
            }
            String name = check(word.substring(0, equals).strip(), OPTION);
            String hosts = word.substring(equals + 1).strip();
            boolean isPrivate = hosts.endsWith(PRIVATE);
            if (isPrivate) {
                hosts = hosts.substring(0, hosts.length() - PRIVATE.length());
            }
            HostSite site = new HostSite(name, isPrivate, OPTION);
            for (String host : hosts.split(",")) {
                siteOfHost.merge(host.strip(), site, (one, other) -> one.and(other, host.strip()));
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
