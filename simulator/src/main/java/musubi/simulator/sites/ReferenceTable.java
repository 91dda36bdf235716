package musubi.simulator.sites;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A table of calculated times of the network of Fig. 4 of the GridMPI paper, a resource. */
record ReferenceTable(List<String> heads, List<List<String>> cells) {
    /** Reads a resource of this package. */
    static ReferenceTable read(String name) {
        try (InputStream in = ReferenceTable.class.getResourceAsStream(name)) {
            List<List<String>> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> List.of(line.split(",", -1)))
                            .toList();
            return new ReferenceTable(lines.getFirst(), lines.subList(1, lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> rows() {
        return cells.stream().map(Row::new).toList();
    }

    /** A line of the table. */
    final class Row {
        private final List<String> values;

        private Row(List<String> values) {
            this.values = values;
        }

        String text(String head) {
            int column = heads.indexOf(head);
            if (column < 0) {
                throw new IllegalArgumentException("no such column: " + head + " of " + heads);
            }
            return values.get(column);
        }

        double number(String head) {
            return Double.parseDouble(text(head));
        }

        long bytes() {
            return Long.parseLong(text("M_bytes"));
        }

        /** Microseconds. */
        double relayCost() {
            return number("relay_overhead_us");
        }
    }
}
