package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses hosts of a list with the words of Open MPI's {@code -host}: {@code name}, {@code +n2}
 * (the third), {@code +e} (all without ranks), {@code +e:2} (two of them). A number behind a name
 * or a place ({@code name:4}, {@code +n2:4}) is that of its slots; without it the list's counts.
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

    /** Whether some of these words make sense with a list of hosts only. */
    static boolean isRelative(List<String> words) {
        return words.stream().anyMatch(word -> !word.isEmpty() && word.charAt(0) == RELATIVE);
    }

    /**
     * The hosts that the words choose.
     *
     * @param list to choose from
     * @param busy the names of those that have ranks
     * @throws LaunchFailure when a word chooses none
     */
    static List<HostSlots> of(List<String> words, List<HostSlots> list, Set<String> busy) {
        if (list.isEmpty()) {
            throw LaunchFailure.usage(
                    "no list of hosts to choose from: -host "
                            + String.join(",", words)
                            + "; give one with -hostfile or HYDRA_HOST_FILE, run within an"
                            + " allocation of Slurm, or write names");
        }
        HostSelection selection = new HostSelection(list, busy);
        words.forEach(selection::choose);
        return List.copyOf(selection.chosen.values());
    }

    private void choose(String word) {
        Matcher place = PLACE.matcher(word);
        Matcher empty = EMPTY.matcher(word);
        if (place.matches()) {
            add(at(Integer.parseInt(place.group(1)), word), place.group(2), word);
        } else if (empty.matches()) {
            addEmpty(empty.group(1), word);
        } else if (word.isEmpty() || word.charAt(0) == RELATIVE) {
            throw wrong("not a choice of hosts", word, "write +n2, +e, +e:2 or a name");
        } else {
            HostSlots asked = HostList.parse(word);
            String slots = HostList.hasExplicitSlots(word) ? Integer.toString(asked.slots()) : null;
            add(named(asked.name(), word).as(asked.user()), slots, word);
        }
    }

    private HostSlots at(int place, String word) {
        if (place < list.size()) {
            return list.get(place);
        }
        throw wrong("too few hosts", word, "the first is +n0");
    }

    private HostSlots named(String name, String word) {
        return list.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                wrong(
                                        "not in the list of hosts",
                                        word,
                                        "-host chooses from -hostfile when both are given"));
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
        List<String> names = list.stream().map(HostSlots::name).limit(8).toList();
        return LaunchFailure.usage(
                what
                        + ": -host "
                        + word
                        + " hosts="
                        + names
                        + (list.size() > names.size() ? " and more" : "")
                        + " count="
                        + list.size()
                        + "; "
                        + advice);
    }
}
