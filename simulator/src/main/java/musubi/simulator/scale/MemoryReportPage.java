package musubi.simulator.scale;

import musubi.memory.Component;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The page docs/generated/memory-report.md: the resource of that name, filled with values. */
record MemoryReportPage(
        List<NodeMeasurement> growing,
        NodeMeasurement manySplits,
        NodeMeasurement irregular,
        String name) {
    private static final String TEMPLATE = "memory-report.md";
    private static final List<Component> LIBRARY =
            Arrays.stream(Component.values()).filter(c -> c != Component.OTHER).toList();

    List<String> lines() throws IOException {
        NodeMeasurement largest = growing.getLast();
        long few = growing.get(2).libraryBytes();
        double change = 100.0 * (largest.libraryBytes() - few) / few;
        return template()
                .replace("{name}", name)
                .replace("{components}", components(largest))
                .replace("{heap}", DecimalBytes.print(largest.heapBytes()))
                .replace("{committed}", DecimalBytes.print(largest.committedBytes()))
                .replace("{rings}", Integer.toString(largest.rings()))
                .replace("{connections}", Integer.toString(largest.connections()))
                .replace("{nodes}", nodes())
                .replace("{change}", String.format(Locale.ROOT, "%.2f", change))
                .replace("{splits}", splits())
                .lines()
                .toList();
    }

    private static String template() throws IOException {
        try (InputStream in = MemoryReportPage.class.getResourceAsStream(TEMPLATE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The components of the largest world, beside the equations. */
    private static String components(NodeMeasurement largest) {
        MemoryModel model = MemoryStudy.model(largest);
        List<String> rows =
                table("component", "usual design", "reduced design", "Musubi, measured");
        for (Component component : LIBRARY) {
            rows.add(
                    row(
                            component.label(),
                            model.baseline(component),
                            model.reduced(component),
                            largest.bytes(component)));
        }
        long otherBaseline = model.baseline(Component.OTHER);
        long otherReduced = model.reduced(Component.OTHER);
        rows.add(
                row(
                        "these seven",
                        model.baseline() - otherBaseline,
                        model.reduced() - otherReduced,
                        largest.libraryBytes()));
        rows.add(
                row(
                        "other",
                        otherBaseline,
                        otherReduced,
                        largest.residentBytes() - largest.libraryBytes()));
        rows.add(row("total", model.baseline(), model.reduced(), largest.residentBytes()));
        return String.join("\n", rows);
    }

    /** The components by the number of nodes. */
    private String nodes() {
        Stream<String> labels = LIBRARY.stream().map(Component::label);
        Stream<String> sums = Stream.of("these seven", "resident", "reduced design");
        List<String> rows =
                table(
                        Stream.of(Stream.of("nodes"), labels, sums)
                                .flatMap(heads -> heads)
                                .toArray(String[]::new));
        for (NodeMeasurement measured : growing) {
            long[] components = LIBRARY.stream().mapToLong(measured::bytes).toArray();
            long[] bytes = Arrays.copyOf(components, components.length + 3);
            bytes[components.length] = measured.libraryBytes();
            bytes[components.length + 1] = measured.residentBytes();
            bytes[components.length + 2] = MemoryStudy.model(measured).reduced();
            int nodes = measured.scenario().nodes();
            rows.add(row(String.format(Locale.ROOT, "%,d", nodes), bytes));
        }
        return String.join("\n", rows);
    }

    private String splits() {
        List<String> rows =
                table("splits", "participant sets", "these seven", "resident", "reduced design");
        rows.add(split("10, regular", growing.getLast()));
        rows.add(split("1000, regular", manySplits));
        rows.add(split("10, random order", irregular));
        return String.join("\n", rows);
    }

    private static String split(String label, NodeMeasurement measured) {
        return row(
                label,
                measured.bytes(Component.PARTICIPANT_SETS),
                measured.libraryBytes(),
                measured.residentBytes(),
                MemoryStudy.model(measured).reduced());
    }

    private static List<String> table(String... heads) {
        String line = "| " + String.join(" | ", heads) + " |";
        return new ArrayList<>(List.of(line, "|---".repeat(heads.length) + "|"));
    }

    private static String row(String label, long... bytes) {
        StringBuilder row = new StringBuilder("| ").append(label).append(" |");
        for (long each : bytes) {
            row.append(' ').append(DecimalBytes.print(each)).append(" |");
        }
        return row.toString();
    }
}
