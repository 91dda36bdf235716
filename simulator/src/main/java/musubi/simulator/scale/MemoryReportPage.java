package musubi.simulator.scale;

import musubi.memory.Component;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page docs/generated/memory-report.md. */
final class MemoryReportPage {
    private final List<NodeMeasurement> growing;
    private final NodeMeasurement manySplits;
    private final NodeMeasurement irregular;
    private final String name;
    private final List<String> lines = new ArrayList<>();

    MemoryReportPage(
            List<NodeMeasurement> growing,
            NodeMeasurement manySplits,
            NodeMeasurement irregular,
            String name) {
        this.growing = growing;
        this.manySplits = manySplits;
        this.irregular = irregular;
        this.name = name;
    }

    List<String> lines() throws IOException {
        text("memory-page-head.md");
        besideTheEquations();
        withTheNodes();
        withTheSplits();
        return lines;
    }

    /** Adds fixed text of the page. */
    private void text(String file) throws IOException {
        try (InputStream in = MemoryReportPage.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.replace("NAME", name).lines().forEach(lines::add);
        }
    }

    private void besideTheEquations() {
        NodeMeasurement largest = growing.getLast();
        MemoryModel model = MemoryStudy.model(largest);
        add("", "## 2^20 nodes, m = 4, c = 10, gamma = 1024", "");
        add("| component | usual design | reduced design | Musubi, measured |");
        add("|---|---|---|---|");
        for (Component component : Component.values()) {
            if (component != Component.OTHER) {
                row(
                        component.label(),
                        DecimalBytes.print(model.baseline(component)),
                        DecimalBytes.print(model.reduced(component)),
                        DecimalBytes.print(largest.bytes(component)));
            }
        }
        row(
                "these seven",
                DecimalBytes.print(model.baseline() - model.baseline(Component.OTHER)),
                DecimalBytes.print(model.reduced() - model.reduced(Component.OTHER)),
                DecimalBytes.print(largest.libraryBytes()));
        row(
                "other",
                DecimalBytes.print(model.baseline(Component.OTHER)),
                DecimalBytes.print(model.reduced(Component.OTHER)),
                DecimalBytes.print(largest.residentBytes() - largest.libraryBytes()));
        row(
                "total",
                DecimalBytes.print(model.baseline()),
                DecimalBytes.print(model.reduced()),
                DecimalBytes.print(largest.residentBytes()));
        remarks(largest);
    }

    private void remarks(NodeMeasurement largest) {
        add(
                "",
                "The designs are equations (1) to (15) with errata, which are Table 1 of the paper."
                        + " "
                        + DecimalBytes.print(largest.heapBytes())
                        + " of Musubi's seven are",
                "objects in the Java heap. The JVM says that it has committed "
                        + DecimalBytes.print(largest.committedBytes())
                        + " (native memory tracking), much of it untouched.",
                "Peers had "
                        + largest.rings()
                        + " rings at the end, "
                        + largest.connections()
                        + " of them over reliable connections.");
    }

    private void withTheNodes() {
        add("", "## What grows with the number of nodes", "");
        StringBuilder head = new StringBuilder("| nodes |");
        for (Component component : Component.values()) {
            if (component != Component.OTHER) {
                head.append(' ').append(component.label()).append(" |");
            }
        }
        add(head + " these seven | resident | reduced design |", "|---".repeat(11) + "|");
        for (NodeMeasurement measured : growing) {
            scenario(String.format(Locale.ROOT, "%,d", measured.scenario().nodes()), measured);
        }
        long few = growing.get(2).libraryBytes();
        long many = growing.getLast().libraryBytes();
        add(
                "",
                String.format(
                        Locale.ROOT,
                        "From 2^14 to 2^20 nodes the seven components change by %.2f %%.",
                        100.0 * (many - few) / few),
                "What is left is the logarithm: dissemination over more ranks speaks to more"
                        + " peers.");
    }

    private void withTheSplits() throws IOException {
        add("", "## What grows with communicators, at 2^20 nodes", "");
        add("| splits | participant sets | these seven | resident | reduced design |");
        add("|---|---|---|---|---|");
        splits("10, regular", growing.getLast());
        splits("1000, regular", manySplits);
        splits("10, random order", irregular);
        text("memory-page-irregular.md");
    }

    private void splits(String what, NodeMeasurement measured) {
        row(
                what,
                DecimalBytes.print(measured.bytes(Component.PARTICIPANT_SETS)),
                DecimalBytes.print(measured.libraryBytes()),
                DecimalBytes.print(measured.residentBytes()),
                DecimalBytes.print(MemoryStudy.model(measured).reduced()));
    }

    private void scenario(String what, NodeMeasurement measured) {
        List<String> cells = new ArrayList<>(List.of(what));
        for (Component component : Component.values()) {
            if (component != Component.OTHER) {
                cells.add(DecimalBytes.print(measured.bytes(component)));
            }
        }
        cells.add(DecimalBytes.print(measured.libraryBytes()));
        cells.add(DecimalBytes.print(measured.residentBytes()));
        cells.add(DecimalBytes.print(MemoryStudy.model(measured).reduced()));
        row(cells.toArray(String[]::new));
    }

    private void row(String... cells) {
        add("| " + String.join(" | ", cells) + " |");
    }

    private void add(String... more) {
        lines.addAll(List.of(more));
    }
}
