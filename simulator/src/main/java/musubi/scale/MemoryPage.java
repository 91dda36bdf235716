package musubi.scale;

import musubi.memory.Component;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page docs/memory-report.md. */
final class MemoryPage {
    private final List<Measured> growing;
    private final Measured manySplits;
    private final Measured irregular;
    private final String name;
    private final List<String> lines = new ArrayList<>();

    MemoryPage(List<Measured> growing, Measured manySplits, Measured irregular, String name) {
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

    /** What the page says, whatever was measured. */
    private void text(String file) throws IOException {
        try (InputStream in = MemoryPage.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.replace("NAME", name).lines().forEach(lines::add);
        }
    }

    private void besideTheEquations() {
        Measured largest = growing.getLast();
        MemoryModel model = MemoryStudy.model(largest);
        add("", "## 2^20 nodes, m = 4, c = 10, gamma = 1024", "");
        add("| component | usual design | reduced design | Musubi, measured |");
        add("|---|---|---|---|");
        for (Component component : Component.values()) {
            if (component != Component.OTHER) {
                row(
                        component.label(),
                        Bytes.print(model.baseline(component)),
                        Bytes.print(model.reduced(component)),
                        Bytes.print(largest.bytes(component)));
            }
        }
        row(
                "these seven",
                Bytes.print(model.baseline() - model.baseline(Component.OTHER)),
                Bytes.print(model.reduced() - model.reduced(Component.OTHER)),
                Bytes.print(largest.libraryBytes()));
        row(
                "other",
                Bytes.print(model.baseline(Component.OTHER)),
                Bytes.print(model.reduced(Component.OTHER)),
                Bytes.print(largest.residentBytes() - largest.libraryBytes()));
        row(
                "total",
                Bytes.print(model.baseline()),
                Bytes.print(model.reduced()),
                Bytes.print(largest.residentBytes()));
        remarks(largest);
    }

    private void remarks(Measured largest) {
        add(
                "",
                "The designs are equations (1) to (15) with errata, which are Table 1 of the paper."
                        + " "
                        + Bytes.print(largest.heapBytes())
                        + " of Musubi's seven are",
                "objects in the Java heap. The JVM says that it has committed "
                        + Bytes.print(largest.committedBytes())
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
        for (Measured measured : growing) {
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

    private void splits(String what, Measured measured) {
        row(
                what,
                Bytes.print(measured.bytes(Component.PARTICIPANT_SETS)),
                Bytes.print(measured.libraryBytes()),
                Bytes.print(measured.residentBytes()),
                Bytes.print(MemoryStudy.model(measured).reduced()));
    }

    private void scenario(String what, Measured measured) {
        List<String> cells = new ArrayList<>(List.of(what));
        for (Component component : Component.values()) {
            if (component != Component.OTHER) {
                cells.add(Bytes.print(measured.bytes(component)));
            }
        }
        cells.add(Bytes.print(measured.libraryBytes()));
        cells.add(Bytes.print(measured.residentBytes()));
        cells.add(Bytes.print(MemoryStudy.model(measured).reduced()));
        row(cells.toArray(String[]::new));
    }

    private void row(String... cells) {
        add("| " + String.join(" | ", cells) + " |");
    }

    private void add(String... more) {
        lines.addAll(List.of(more));
    }
}
