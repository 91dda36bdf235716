package musubi.simulator.scale;

import musubi.memory.Component;
import musubi.memory.MemoryReport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Memory of one node. Immutable.
 *
 * @param bytes of each component, in the order of their declaration; the last one is the JVM's own
 *     memory in the ledger
 * @param heapBytes heap part of all components but the last
 * @param residentBytes of the whole process, as the kernel counts it
 * @param committedBytes of the JVM, as it counts itself (native memory tracking)
 * @param rings that peers have
 * @param connections how many of these are written over reliable connections
 */
record NodeMeasurement(
        ScaleScenario scenario,
        List<Long> bytes,
        long heapBytes,
        long residentBytes,
        long committedBytes,
        int rings,
        int connections) {
    private static final int SCENARIO_WORDS = 5;

    static NodeMeasurement of(
            ScaleScenario scenario,
            MemoryReport report,
            long resident,
            long committed,
            int rings,
            int connections) {
        List<Long> bytes = new ArrayList<>();
        for (Component component : Component.values()) {
            bytes.add(report.bytes(component));
        }
        long heap = report.heapBytes() - report.heapBytes(Component.OTHER);
        return new NodeMeasurement(
                scenario, List.copyOf(bytes), heap, resident, committed, rings, connections);
    }

    long bytes(Component component) {
        return bytes.get(component.ordinal());
    }

    /** All components but the JVM's own. */
    long libraryBytes() {
        return bytes.stream().mapToLong(b -> b).sum() - bytes(Component.OTHER);
    }

    static String heading() {
        List<String> words = new ArrayList<>(List.of("nodes", "m", "c", "gamma", "irregular"));
        for (Component component : Component.values()) {
            words.add(component.name().toLowerCase(Locale.ROOT));
        }
        words.addAll(List.of("heap", "resident", "committed", "rings", "connections"));
        return String.join(",", words);
    }

    /** As a line of the table. */
    String line() {
        List<String> words = new ArrayList<>(Arrays.asList(scenario.args()));
        bytes.forEach(b -> words.add(Long.toString(b)));
        words.add(Long.toString(heapBytes));
        words.add(Long.toString(residentBytes));
        words.add(Long.toString(committedBytes));
        words.add(Integer.toString(rings));
        words.add(Integer.toString(connections));
        return String.join(",", words);
    }

    static NodeMeasurement parse(String line) {
        String[] words = line.split(",");
        ScaleScenario scenario = ScaleScenario.parse(Arrays.copyOf(words, SCENARIO_WORDS));
        int end = SCENARIO_WORDS + Component.values().length;
        List<Long> bytes = Arrays.stream(words, SCENARIO_WORDS, end).map(Long::valueOf).toList();
        return new NodeMeasurement(
                scenario,
                bytes,
                Long.parseLong(words[end]),
                Long.parseLong(words[end + 1]),
                Long.parseLong(words[end + 2]),
                Integer.parseInt(words[end + 3]),
                Integer.parseInt(words[end + 4]));
    }
}
