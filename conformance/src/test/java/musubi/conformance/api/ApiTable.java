package musubi.conformance.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the listings of both dialects with the classes of package {@code mpi} and writes
 * docs/api-table.md.
 */
public final class ApiTable {
    private static final String HEAD =
            """
            # Signatures of both dialects

            The public names of Open MPI's Java bindings (4.1 and 5.0) and of MPJ Express (0.44),
            and whether Musubi has them. `ApiTableTest` reads the listings in
            `conformance/src/test/resources/api`, searches each signature by reflection, and fails
            when one is absent without a reason in `reasons.txt` beside them, or when this page is
            not up to date (`-Dmusubi.pages=write` writes it).

            A result may have a narrower type than listed, and a call listed without a result may
            have one: programs compile nevertheless. *Later*: declared, so that programs compile,
            but not implemented: a call fails with `MPI_ERR_UNSUPPORTED_OPERATION`.
            """;

    private static final String BEYOND =
            """

            ## Calls of the standard that neither dialect has

            Here: persistent collectives and persistent neighbourhood collectives (`bcastInit`,
            `Bcast_init`, …), `iSendRecv` and `iSendRecvReplace`, generalized requests (`Grequest`),
            the setters of `Status`, `Request.getStatusAll`, `getStatusAny` and `getStatusSome`,
            `MPI.flushBuffer`, `MPI.freeBuffer` (`MPI_Free_mem`), `MPI.getHwResourceInfo`,
            `Datatype.getContents`. All calls of the standard, with reasons for absent ones:
            [standard-calls.md](standard-calls.md).
            """;

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, String> reasons = new LinkedHashMap<>();
    private final Map<String, String> laters = new LinkedHashMap<>();

    private record Row(Signature signature, Presence presence) {}

    private ApiTable() throws IOException {
        for (String line : lines("reasons.txt")) {
            if (!line.isBlank() && !line.startsWith("#")) {
                int arrow = line.indexOf(" later: ");
                int colon = line.indexOf(" absent: ");
                if (arrow > 0) {
                    laters.put(line.substring(0, arrow).strip(), line.substring(arrow + 8));
                } else {
                    reasons.put(line.substring(0, colon).strip(), line.substring(colon + 9));
                }
            }
        }
    }

    /** Writes the table to the file of the first argument. */
    public static void main(String[] words) throws IOException {
        Files.writeString(Path.of(words[0]), read().page());
    }

    /** The table of the classes in the class path. */
    static ApiTable read() throws IOException {
        ApiTable table = new ApiTable();
        table.add("Open MPI", "open-mpi-java.md");
        table.add("MPJ Express", "mpj.md");
        return table;
    }

    private void add(String dialect, String file) throws IOException {
        for (Signature signature : Listing.read(dialect, lines(file))) {
            rows.add(new Row(signature, Presence.of(signature)));
        }
    }

    static List<String> lines(String file) throws IOException {
        try (InputStream in = ApiTable.class.getResourceAsStream("/api/" + file);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** Names that are not implemented yet, as patterns, with reasons. */
    static Map<String, String> laters() throws IOException {
        return new ApiTable().laters;
    }

    /** All signatures of the listings. */
    List<Signature> signatures() {
        return rows.stream().map(Row::signature).toList();
    }

    /** Signatures that are absent without a reason. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (Row row : rows) {
            if (!row.presence.isPresent() && reason(row.signature) == null) {
                missing.add(
                        row.signature.dialect()
                                + ": "
                                + row.signature.path()
                                + ": "
                                + row.signature.text()
                                + ": "
                                + row.presence.note());
            }
        }
        return missing;
    }

    /** Reasons for signatures that are present. */
    List<String> staleReasons() {
        List<String> stale = new ArrayList<>(reasons.keySet());
        for (Row row : rows) {
            if (!row.presence.isPresent()) {
                stale.remove(row.signature.path());
                stale.remove(row.signature.path() + list(row.signature));
            }
        }
        return stale;
    }

    private static String list(Signature signature) {
        return "(" + String.join(",", signature.parameters()) + ")";
    }

    private String reason(Signature signature) {
        String exact = reasons.get(signature.path() + list(signature));
        return exact != null ? exact : reasons.get(signature.path());
    }

    /** The page docs/api-table.md. */
    String page() {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("\n| dialect | signatures | here | later | absent, with a reason |\n");
        page.append("|---|---|---|---|---|\n");
        for (String dialect : List.of("Open MPI", "MPJ Express")) {
            page.append(sum(dialect));
        }
        String heading = "";
        for (Row row : rows) {
            String next = row.signature.dialect() + ": " + row.signature.owner();
            if (!next.equals(heading)) {
                heading = next;
                page.append("\n## ").append(next).append("\n\n");
                page.append("| signature | here | note |\n|---|---|---|\n");
            }
            page.append(line(row));
        }
        return page.append(BEYOND).toString();
    }

    private String sum(String dialect) {
        int all = 0;
        int here = 0;
        int later = 0;
        for (Row row : rows) {
            if (row.signature.dialect().equals(dialect)) {
                all++;
                here += row.presence.isPresent() ? 1 : 0;
                later += row.presence.isPresent() && later(row.signature) != null ? 1 : 0;
            }
        }
        return "| "
                + dialect
                + " | "
                + all
                + " | "
                + (here - later)
                + " | "
                + later
                + " | "
                + (all - here)
                + " |\n";
    }

    private String later(Signature signature) {
        for (Map.Entry<String, String> entry : laters.entrySet()) {
            if (signature.path().matches(entry.getKey())) {
                return entry.getValue();
            }
        }
        return null;
    }

    private String line(Row row) {
        String here = "no";
        String note = row.presence.note();
        if (row.presence.isPresent()) {
            String later = later(row.signature);
            here = later == null ? "yes" : "later";
            note = later == null ? note : later;
        } else if (reason(row.signature) != null) {
            note = reason(row.signature);
        }
        return "| `" + row.signature.text() + "` | " + here + " | " + note + " |\n";
    }
}
