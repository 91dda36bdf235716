package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects hosts of a list with the relative indexing of Open MPI's {@code -host}: {@code name},
 * {@code +n2} (the third), {@code +e} (all without ranks), {@code +e:2} (two of them). A number
 * after a name or an index ({@code name:4}, {@code +n2:4}) overrides the slots of the list.
 */
final class HostSelection {
    private static final char RELATIVE = '+';
    private static final Pattern PLACE = Pattern.compile("\\+[nN]([0-9]{1,6})(?::([0-9]+))?");
    private static final Pattern EMPTY = Pattern.compile("\\+[eE](?::([0-9]{1,6}))?");

    private final List<HostSlots> list;
    private final Set<String> busy;
    private final Map<String, HostSlots> chosen = new LinkedHashMap<>();

    private HostSelection(List<HostSlots> list, Set<String> busy) {
        this.list = list;
        this.busy = busy;
    }

    /** Whether an entry refers to a list of hosts. */
    static boolean isRelative(List<String> words) {
        return words.stream().anyMatch(word -> !word.isEmpty() && word.charAt(0) == RELATIVE);
    }

    /**
     * The selected hosts.
     *
     * @param words the entries of -host
     * @param list the list to select from
     * @param busy the names of hosts that already have ranks
     * @throws LaunchFailure if an entry selects none
     */
    static List<HostSlots> of(List<String> words, List<HostSlots> list, Set<String> busy) {
        if (list.isEmpty()) {
            throw LaunchFailure.usage("no list of hosts to select from")
                    .with("-host", String.join(",", words))
                    .advice(
                            "add -hostfile or HYDRA_HOST_FILE, run within a batch job, or"
                                    + " give names");
        }
        HostSelection selection = new HostSelection(list, busy);
        words.forEach(selection::choose);
        return List.copyOf(selection.chosen.values());
    }

    /**
     * The hosts of a list that lie within an allocation. A host with one slot has those of the
     * allocation, others at most those.
     *
     * @param origin the batch system, for messages
     */
    static List<HostSlots> within(
            List<HostSlots> allocation, List<HostSlots> wanted, String origin) {
        List<HostSlots> chosen = new ArrayList<>();
        for (HostSlots host : wanted) {
            HostSlots allocated =
                    find(allocation, host.name())
                            .orElseThrow(() -> outside(host.name(), allocation, origin));
            int slots =
                    host.slots() == 1
                            ? allocated.slots()
                            : Math.min(host.slots(), allocated.slots());
            chosen.add(allocated.withSlots(slots).as(host.user()).withSiteOf(host));
        }
        return chosen;
    }

    private static LaunchFailure outside(String name, List<HostSlots> allocation, String origin) {
        return LaunchFailure.usage("a host that the batch system did not allocate")
                .with("host", name)
                .with("allocation", names(allocation))
                .with("from", origin)
                .advice(
                        "choose allocated hosts, add it with --add-host, or ignore the batch system"
                                + " with -rmk user");
    }

    /** The host of this name, short or long, or the same machine. */
    private static Optional<HostSlots> find(List<HostSlots> list, String name) {
        Optional<HostSlots> same =
                list.stream().filter(host -> host.name().equals(name)).findFirst();
        if (same.isEmpty()) {
            same = list.stream().filter(host -> isSameMachine(host.name(), name)).findFirst();
        }
        return same;
    }

    /** Whether one name is the first label of the other, or both are this machine. */
    private static boolean isSameMachine(String a, String b) {
        return a.startsWith(b + ".") || b.startsWith(a + ".") || LocalHost.is(a) && LocalHost.is(b);
    }

    private static String names(List<HostSlots> hosts) {
        List<String> names = hosts.stream().map(HostSlots::name).limit(8).toList();
        return names + (hosts.size() > names.size() ? " and more" : "");
    }

    private void choose(String word) {
        Matcher place = PLACE.matcher(word);
        Matcher empty = EMPTY.matcher(word);
        if (place.matches()) {
            add(at(Integer.parseInt(place.group(1)), word), place.group(2), word);
        } else if (empty.matches()) {
            addEmpty(empty.group(1), word);
        } else if (word.isEmpty() || word.charAt(0) == RELATIVE) {
            throw wrong("not a selection of hosts", word, "write +n2, +e, +e:2 or a name");
        } else {
            HostSlots given = HostList.parse(word);
            String slots = HostList.hasExplicitSlots(word) ? Integer.toString(given.slots()) : null;
            add(named(given.name(), word).as(given.user()), slots, word);
        }
    }

    private HostSlots at(int place, String word) {
        if (place < list.size()) {
            return list.get(place);
        }
        throw wrong("too few hosts", word, "the first is +n0");
    }

    private HostSlots named(String name, String word) {
        return find(list, name)
                .orElseThrow(
                        () ->
                                wrong(
                                        "not in the list of hosts",
                                        word,
                                        "with -hostfile, -host selects from its hosts"));
    }

    private void add(HostSlots host, String slots, String word) {
        if (slots == null) {
            chosen.putIfAbsent(host.name(), host);
        } else {
            HostSlots some = host.withSlots(HostList.number(slots, "slots", "-host " + word));
            chosen.merge(host.name(), some, (a, b) -> a.withSlots(a.slots() + b.slots()));
        }
    }

    private void addEmpty(String count, String word) {
        List<HostSlots> free = new ArrayList<>();
        for (HostSlots host : list) {
            if (!busy.contains(host.name()) && !chosen.containsKey(host.name())) {
                free.add(host);
            }
        }
        int wanted = count == null ? Math.max(1, free.size()) : Integer.parseInt(count);
        if (wanted < 1 || wanted > free.size()) {
            throw wrong("too few hosts without ranks", word, "free=" + free.size());
        }
        free.subList(0, wanted).forEach(host -> add(host, null, word));
    }

    private LaunchFailure wrong(String what, String word, String advice) {
        return LaunchFailure.usage(what)
                .with("-host", word)
                .with("hosts", names(list))
                .with("count", list.size())
                .advice(advice);
    }
}
