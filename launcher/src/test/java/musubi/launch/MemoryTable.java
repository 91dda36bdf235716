package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The output of {@code mpiexec --memory-report}: KiB by row and column. */
final class MemoryTable {
    private static final String MARK = "musubi: ";
    private static final int NAME_CHARS = 12;
    private static final int COLUMN_CHARS = 20;

    /** A figure is printed with one decimal. */
    private static final double ROUNDING = 0.051;

    private final Map<String, Map<String, Kibibytes>> rows = new LinkedHashMap<>();

    /** A figure: in the heap, and outside of it. */
    record Kibibytes(double heap, double outside) {
        private static final Kibibytes NONE = new Kibibytes(0, 0);

        private static Kibibytes parse(String text) {
            String[] parts = text.strip().split(" \\+ ");
            double outside = parts.length == 1 ? 0 : Double.parseDouble(parts[1]);
            return new Kibibytes(Double.parseDouble(parts[0]), outside);
        }

        private Kibibytes plus(Kibibytes other) {
            return new Kibibytes(heap + other.heap, outside + other.outside);
        }

        private boolean equals(Kibibytes other, int roundings) {
            return Math.abs(heap - other.heap) < roundings * ROUNDING
                    && Math.abs(outside - other.outside) < roundings * ROUNDING;
        }
    }

    /** Parses the table; all lines printed by mpiexec must belong to it. */
    static MemoryTable of(String text) {
        List<String> lines = text.lines().toList();
        assertTrue(lines.getFirst().startsWith(MARK + "memory, KiB"), text);
        MemoryTable table = new MemoryTable();
        List<String> names = columns(lines.getFirst());
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = columns(line);
            Map<String, Kibibytes> row = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) {
                row.put(names.get(i).strip(), Kibibytes.parse(cells.get(i)));
            }
            table.rows.put(line.substring(MARK.length(), MARK.length() + NAME_CHARS).strip(), row);
        }
        return table;
    }

    private static List<String> columns(String line) {
        String cells = line.substring(MARK.length() + NAME_CHARS);
        return List.of(cells.split("(?<=\\G.{" + COLUMN_CHARS + "})"));
    }

    Kibibytes at(String row, String column) {
        return rows.get(row).get(column);
    }

    /**
     * Asserts that it has this number of ranks on one node, that the parts of each row add up, and
     * that the node has what its ranks have; besides what the ranks of its JVMs share, and the
     * JVMs' own.
     */
    MemoryTable checked(int ranks) {
        assertEquals(ranks + 1, rows.size(), rows.toString());
        rows.forEach((name, row) -> checkRow(name, row));
        rows.get("node 0").forEach((name, ofNode) -> checkColumn(name, ofNode, ranks));
        return this;
    }

    private static void checkRow(String name, Map<String, Kibibytes> row) {
        Kibibytes sum = row.values().stream().reduce(Kibibytes.NONE, Kibibytes::plus);
        Kibibytes all = row.get("all");
        assertTrue(sum.equals(all.plus(all), row.size()), name + " " + row);
        assertTrue(row.get("high-level contexts").heap() > 1, name + " " + row);
        assertEquals(name.startsWith("node"), row.get("other").outside() > 1000, name + " " + row);
    }

    private void checkColumn(String name, Kibibytes ofNode, int ranks) {
        Kibibytes sum = Kibibytes.NONE;
        for (int rank = 0; rank < ranks; rank++) {
            sum = sum.plus(at("rank " + rank, name));
        }
        switch (name) {
            case "other", "all" -> assertTrue(ofNode.heap() > sum.heap(), rows.toString());
            case "participant sets" ->
                    assertTrue(ofNode.heap() > sum.heap() - ranks * ROUNDING, rows.toString());
            default -> assertTrue(ofNode.equals(sum, ranks + 1), name + " " + rows);
        }
    }
}
