package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.ArgumentFile;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The hosts that {@code -host} and {@code -hostfile} name, in the words of Hydra ({@code name:2},
 * {@code user=}) and of Open MPI ({@code name slots=2 max_slots=4 port=22}).
 */
final class HostList {
    private final Map<String, HostSlots> hosts = new LinkedHashMap<>();

    /** The hosts with these names; a list without words is empty. */
    static List<HostSlots> named(List<String> words) {
        HostList list = new HostList();
        words.forEach(word -> list.add(List.of(word), "-host " + word));
        return list.hosts();
    }

    /** The host that a word of -host names. */
    static HostSlots parse(String word) {
        return named(List.of(word)).getFirst();
    }

    /** Whether a count follows the name; two colons are of an address of version 6. */
    static boolean hasExplicitSlots(String word) {
        int colon = word.indexOf(':');
        return colon > 0 && colon == word.lastIndexOf(':');
    }

    /** The words of -host of one part of the command line. */
    static List<String> words(ParsedOptions options) {
        return options.all(Option.HOSTS).stream()
                .flatMap(names -> Stream.of(names.split(",")))
                .toList();
    }

    /** The hosts in the files of one part of the command line; empty when it names no file. */
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

    private void addFile(Path file) {
        for (List<String> words : ArgumentFile.lines(file, "the list of hosts")) {
            add(words, file.toString());
        }
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
        HostSlots host = new HostSlots(name, number(count, "slots", where), 0, user, 0);
        for (String word : words.subList(1, words.size())) {
            host = with(host, word, where);
        }
        if (host.maxSlots() > 0 && host.maxSlots() < host.slots()) {
            host = host.withSlots(host.maxSlots());
        }
        hosts.merge(host.name(), host, HostSlots::and);
    }

    /** The name goes on command lines: nothing that ssh takes for an option, no shell's letters. */
    private static void checkName(String name, String where) {
        boolean fit = name.matches("[A-Za-z0-9_\\[][A-Za-z0-9_.:%\\[\\]-]*");
        if (!fit) {
            throw LaunchFailure.usage(
                    "not the name of a host: host='"
                            + name
                            + "' in "
                            + where
                            + (name.startsWith("+") ? "; +n and +e are for -host" : ""));
        }
    }

    private static HostSlots with(HostSlots host, String word, String where) {
        int equals = word.indexOf('=');
        String key = equals < 0 ? word : word.substring(0, equals);
        String value = word.substring(equals + 1);
        return switch (key) {
            case "slots", "cpu", "count" -> host.withSlots(number(value, key, where));
            case "max_slots", "max-slots" ->
                    new HostSlots(
                            host.name(),
                            host.slots(),
                            number(value, key, where),
                            host.user(),
                            host.port());
            case "user", "username", "user-name" -> {
                checkName(value, where);
                yield new HostSlots(host.name(), host.slots(), host.maxSlots(), value, host.port());
            }
            case "port" ->
                    new HostSlots(
                            host.name(),
                            host.slots(),
                            host.maxSlots(),
                            host.user(),
                            number(value, key, where));
            // Hydra's words for what is bound to what on that host, and for its interface.
            case "binding", "ifname" -> host;
            default ->
                    throw LaunchFailure.usage(
                            "unknown word behind a host: word='"
                                    + word
                                    + "' host="
                                    + host.name()
                                    + " in "
                                    + where
                                    + "; known: slots=N max_slots=N user=NAME port=N");
        };
    }

    /** A number of at least 1 that the user wrote. */
    static int number(String text, String what, String where) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number: " + what + "=" + text + " in " + where);
        }
        throw LaunchFailure.usage("at least 1 is needed: " + what + "=" + text + " in " + where);
    }

    /** How many ranks these hosts offer to take. */
    static int slots(List<HostSlots> hosts) {
        return hosts.stream().mapToInt(HostSlots::slots).sum();
    }

    /** The union of several lists, in order, with the slots of the list that has most. */
    static List<HostSlots> union(List<List<HostSlots>> lists) {
        Map<String, HostSlots> all = new LinkedHashMap<>();
        for (List<HostSlots> list : lists) {
            for (HostSlots host : list) {
                all.merge(host.name(), host, (a, b) -> a.slots() >= b.slots() ? a : b);
            }
        }
        return new ArrayList<>(all.values());
    }
}
