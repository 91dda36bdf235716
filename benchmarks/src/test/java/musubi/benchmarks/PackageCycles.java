package musubi.benchmarks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Cycles among the packages of a module. Each is reported once, as the shortest way from its first
 * package back to it, with a pair of classes for each arrow.
 */
final class PackageCycles {
    /** For each package those that it uses in its own module, with a use as an example. */
    private final Map<String, Map<String, String>> uses = new TreeMap<>();

    private PackageCycles(CompiledClasses classes) {
        for (CompiledClasses.Use use : classes.uses()) {
            String from = use.from().place();
            String to = use.to().place();
            if (use.from().module().equals(use.to().module()) && !from.equals(to)) {
                uses.computeIfAbsent(from, _ -> new TreeMap<>())
                        .merge(to, use.toString(), PackageCycles::first);
            }
        }
    }

    private static String first(String one, String other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** The cycles, one text each; none if each module is a stack of packages. */
    static List<String> in(CompiledClasses classes) {
        PackageCycles cycles = new PackageCycles(classes);
        List<String> found = new ArrayList<>();
        TreeSet<String> known = new TreeSet<>();
        for (String place : cycles.uses.keySet()) {
            List<String> cycle = known.contains(place) ? List.of() : cycles.shortest(place);
            if (!cycle.isEmpty()) {
                known.addAll(cycle);
                found.add(cycles.describe(cycle));
            }
        }
        return found;
    }

    /** The shortest way from a package back to itself, found breadth first; empty for none. */
    private List<String> shortest(String start) {
        Map<String, String> before = new HashMap<>();
        Deque<String> next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty() && !before.containsKey(start)) {
            String place = next.removeFirst();
            for (String used : uses.getOrDefault(place, Map.of()).keySet()) {
                if (before.putIfAbsent(used, place) == null) {
                    next.addLast(used);
                }
            }
        }
        List<String> cycle = new ArrayList<>();
        String place = before.get(start);
        while (place != null && !place.equals(start)) {
            cycle.addFirst(place);
            place = before.get(place);
        }
        if (place != null) {
            cycle.addFirst(start);
        }
        return cycle;
    }

    private String describe(List<String> cycle) {
        List<String> ring = new ArrayList<>(cycle);
        ring.add(cycle.getFirst());
        List<String> examples = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            examples.add(uses.get(ring.get(i)).get(ring.get(i + 1)));
        }
        return ring.stream().collect(Collectors.joining(" -> ", "cycle: ", ""))
                + examples.stream().map(use -> "\n    " + use).collect(Collectors.joining());
    }
}
