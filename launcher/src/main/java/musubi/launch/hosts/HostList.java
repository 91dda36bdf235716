package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.ArgumentFile;
import musubi.launch.options.ArgumentFile.Line;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The hosts of {@code -host} and {@code -hostfile}, in the syntax of Hydra ({@code name:2}, {@code
 * user=}) and of Open MPI ({@code name slots=2 max_slots=4 port=22}), both with {@code site=NAME}
 * and {@code private}.
 */
final class HostList {
    private final Map<String, HostSlots> hosts = new LinkedHashMap<>();

    /** The hosts of these entries of -host. */
    static List<HostSlots> named(List<String> words) {
        HostList list = new HostList();
        words.forEach(word -> list.add(List.of(word), "-host " + word));
        return list.hosts();
    }

    /** The host of an entry of -host. */
    static HostSlots parse(String word) {
        return named(List.of(word)).getFirst();
    }

    /** Whether the entry has a slot count; two colons belong to an IPv6 address. */
    static boolean hasExplicitSlots(String word) {
        int colon = word.indexOf(':');
        return colon > 0 && colon == word.lastIndexOf(':');
    }

    /** The entries of -host of one program. */
    static List<String> words(ParsedOptions options) {
        return options.all(Option.HOSTS).stream()
                .flatMap(names -> Stream.of(names.split(",")))
                .toList();
    }

    /** The hosts in the host files of one program; empty without a file. */
    static List<HostSlots> inFiles(ParsedOptions options) {
        HostList list = new HostList();
        options.all(Option.HOST_FILE).forEach(file -> list.addFile(Path.of(file)));
        return list.hosts();
    }

    /** The hosts of a file. */
    static List<HostSlots> of(Path file) {
        HostList list = new HostList();
        list.addFile(file);
        return list.hosts();
    }

    /** The hosts of one program, an element for each entry or line, with repetitions. */
    static List<HostSlots> sequence(ParsedOptions options) {
        List<HostSlots> all = new ArrayList<>();
        for (String file : options.all(Option.HOST_FILE)) {
            all.addAll(sequence(Path.of(file)));
        }
        return all.isEmpty() ? words(options).stream().map(HostList::parse).toList() : all;
    }

    /** The host of each line of a file. */
    static List<HostSlots> sequence(Path file) {
        List<HostSlots> all = new ArrayList<>();
        for (Line line : lines(file)) {
            HostList list = new HostList();
            list.add(line.words(), place(file, line));
            all.addAll(list.hosts());
        }
        return all;
    }

    private void addFile(Path file) {
        for (Line line : lines(file)) {
            add(line.words(), place(file, line));
        }
    }

    private static List<Line> lines(Path file) {
        return ArgumentFile.numberedLines(file, "the list of hosts");
    }

    /** The line for messages. */
    private static String place(Path file, Line line) {
        return file + ":" + line.number();
    }

    private List<HostSlots> hosts() {
        return List.copyOf(hosts.values());
    }

    private void add(List<String> words, String where) {
        String name = words.getFirst();
        String count = "1";
        if (hasExplicitSlots(name)) {
            int colon = name.indexOf(':');
            count = name.substring(colon + 1);
            name = name.substring(0, colon);
        }
        String user = null;
        int at = name.indexOf('@');
        if (at > 0) {
            user = name.substring(0, at);
            name = name.substring(at + 1);
        }
        checkName(name, where);
        HostSlots host = HostSlots.of(name, number(count, "slots", where)).as(user);
        for (String word : words.subList(1, words.size())) {
            host = with(host, word, where);
        }
        if (host.maxSlots() > 0 && host.maxSlots() < host.slots()) {
            host = host.withSlots(host.maxSlots());
        }
        hosts.merge(host.name(), host, HostSlots::and);
    }

    /** The name is used on command lines: no option of ssh, no shell metacharacters. */
    static void checkName(String name, String where) {
        boolean fit = name.matches("[A-Za-z0-9_\\[][A-Za-z0-9_.:%\\[\\]-]*");
        if (!fit) {
            LaunchFailure failure =
                    LaunchFailure.usage("not a host name")
                            .with("host", "'" + name + "'")
                            .with("in", where);
            throw name.startsWith("+") ? failure.advice("use +n and +e with -host") : failure;
        }
    }

    private static HostSlots with(HostSlots host, String word, String where) {
        if (word.equals("private")) {
            return host.at(host.site().hidden(where));
        }
        int equals = word.indexOf('=');
        String key = equals < 0 ? word : word.substring(0, equals);
        String value = word.substring(equals + 1);
        return switch (key) {
            case "slots", "cpu", "count" -> host.withSlots(number(value, key, where));
            case "max_slots", "max-slots" -> host.withMaxSlots(number(value, key, where));
            case "user", "username", "user-name" -> {
                checkName(value, where);
                yield host.as(value);
            }
            case "port" -> host.withPort(number(value, key, where));
            case "site" -> host.at(host.site().named(SiteNames.check(value, where), where));
            case "binding", "ifname" ->
                    throw LaunchFailure.usage("no attribute of a single host here")
                            .with("attribute", "'" + word + "'")
                            .with("host", host.name())
                            .with("in", where)
                            .advice(
                                    key.equals("binding")
                                            ? "bind the ranks of all hosts with -bind-to, or those"
                                                    + " of each host with --rankfile"
                                            : "choose the interface of all hosts with -iface");
            default ->
                    throw LaunchFailure.usage("unknown attribute of a host")
                            .with("attribute", "'" + word + "'")
                            .with("host", host.name())
                            .with("in", where)
                            .advice(
                                    "use slots=N, max_slots=N, user=NAME, port=N, site=NAME or"
                                            + " private");
        };
    }

    /** A positive number from the command line or a host file. */
    static int number(String text, String what, String where) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number").with(what, text).with("in", where);
        }
        throw LaunchFailure.usage("at least 1 is needed").with(what, text).with("in", where);
    }

    /** The total number of slots. */
    static int slots(List<HostSlots> hosts) {
        return hosts.stream().mapToInt(HostSlots::slots).sum();
    }

    /** The union of several lists, in order; a host has its largest number of slots. */
    static List<HostSlots> union(List<List<HostSlots>> lists) {
        Map<String, HostSlots> all = new LinkedHashMap<>();
        for (List<HostSlots> list : lists) {
            for (HostSlots host : list) {
                all.merge(host.name(), host, HostList::larger);
            }
        }
        return new ArrayList<>(all.values());
    }

    private static HostSlots larger(HostSlots one, HostSlots other) {
        return one.slots() >= other.slots() ? one.withSiteOf(other) : other.withSiteOf(one);
    }
}
