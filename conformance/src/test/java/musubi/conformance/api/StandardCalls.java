package musubi.conformance.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The calls of the standard, chapter by chapter, compared with the classes of package {@code mpi};
 * creates docs/standard-calls.md from the list in {@code standard.txt}.
 */
final class StandardCalls {
    private static final String HEAD =
            """
            # Calls of the standard

            All calls of MPI-4.1 by chapter, and their Java methods. `StandardCallsTest` reads
            `conformance/src/test/resources/api/standard.txt`, searches each method by reflection,
            and fails when one is absent without a reason, or when this page is not up to date.
            Calls with large counts (`…_c`) are not listed; they are overloads with `long`. *Later*:
            declared, but not implemented: a call fails with `MPI_ERR_UNSUPPORTED_OPERATION`.
            Signatures of both dialects: [api-table.md](api-table.md).

            """;

    private final List<Chapter> chapters = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private final Map<String, String> laters;

    private record Chapter(String title, List<Call> calls) {
        long with(String state) {
            return calls.stream().filter(call -> call.state.equals(state)).count();
        }
    }

    /**
     * A line of the list.
     *
     * @param state {@code here}, {@code later} or {@code absent}
     * @param note the implementation, or the reason of the absence
     */
    private record Call(String name, String state, String note) {}

    private StandardCalls(Map<String, String> laters) {
        this.laters = laters;
    }

    /** Reads the list, and compares it with the classes. */
    static StandardCalls read() throws IOException {
        StandardCalls list = new StandardCalls(ApiTable.laters());
        for (String line : ApiTable.lines("standard.txt")) {
            if (line.startsWith("## ")) {
                list.chapters.add(new Chapter(line.substring(3), new ArrayList<>()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                list.add(line);
            }
        }
        return list;
    }

    private void add(String line) {
        int absent = line.indexOf(" absent: ");
        int equals = line.indexOf(" = ");
        int end = absent < 0 ? equals : absent;
        for (String name : line.substring(0, end).split(", ")) {
            String rest = line.substring(absent < 0 ? end + 3 : end + 9);
            chapters.getLast().calls.add(absent < 0 ? here(name, rest) : absent(name, rest));
        }
    }

    private static Call absent(String name, String reason) {
        return new Call(name, "absent", reason);
    }

    private Call here(String name, String path) {
        if (!exists(path)) {
            missing.add(name + " = " + path);
        }
        String later = later(path);
        return new Call(name, later == null ? "here" : "later", "`" + path + "`");
    }

    private String later(String path) {
        return laters.entrySet().stream()
                .filter(entry -> path.matches(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static boolean exists(String path) {
        int dot = path.indexOf('.');
        String member = path.substring(dot + 1);
        try {
            Class<?> owner = Class.forName("mpi." + path.substring(0, dot));
            return "new".equals(member)
                    ? owner.getConstructors().length > 0
                    : Arrays.stream(owner.getMethods()).anyMatch(m -> m.getName().equals(member));
        } catch (ClassNotFoundException _) {
            return false;
        }
    }

    /** Calls that are missing, though the list has them as implemented. */
    List<String> missing() {
        return missing;
    }

    /** The number of calls in the list. */
    int size() {
        return chapters.stream().mapToInt(chapter -> chapter.calls.size()).sum();
    }

    /** The page docs/standard-calls.md. */
    String page() {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("| chapter | calls | here | later | absent |\n|---|---|---|---|---|\n");
        for (Chapter chapter : chapters) {
            page.append("| ").append(chapter.title).append(" | ").append(chapter.calls.size());
            for (String state : List.of("here", "later", "absent")) {
                page.append(" | ").append(chapter.with(state));
            }
            page.append(" |\n");
        }
        for (Chapter chapter : chapters) {
            page.append("\n## ").append(chapter.title).append("\n\n");
            page.append("| call | here | method, or reason |\n|---|---|---|\n");
            for (Call call : chapter.calls) {
                page.append("| `").append(call.name).append("` | ");
                page.append("here".equals(call.state) ? "yes" : call.state.replace("absent", "no"));
                page.append(" | ").append(call.note).append(" |\n");
            }
        }
        return page.toString();
    }
}
