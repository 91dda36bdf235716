package musubi.conformance;

import musubi.conformance.api.ListedCalls;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** docs/conformance.md: all statements, the calls that they test, and whether they held. */
final class ConformancePage {
    private static final String HEAD =
            """
            # Conformance

            Statements of MPI-4.1, each with a test. `ConformanceIT` runs them in jobs of 1, 2, 3,
            4, 7, 8 and 16 ranks (a statement only in jobs with enough ranks), as processes
            and as ranks of one JVM or several, over shared memory and TCP (4 ranks, which are
            enough for each statement, in all combinations), and fails the build when one does not
            hold. Forms *all* means: in the lower-case dialect with arrays, heap and direct buffers,
            and in the capitalised one with arrays and direct buffers at an offset. How to add one:
            [contributing.md](contributing.md). `ConformanceIT` generates this page from the code
            and its results, and compares it in later runs. The status is the number of jobs in
            which a statement ran and held.

            """;

    private final Function<Statement, String> status;

    /**
     * The page.
     *
     * @param status of each statement, as a text
     */
    ConformancePage(Function<Statement, String> status) {
        this.status = status;
    }

    String text() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        List<Statement> all = Chapters.statements();
        page.append(all.size()).append(" statements, ");
        page.append(Suite.runs().size()).append(" with all their forms.\n");
        for (Chapters.Chapter chapter : Chapters.all()) {
            page.append("\n## Chapter ").append(chapter.number()).append(": ");
            page.append(chapter.title()).append("\n\n");
            page.append(
                    "| section | statement | calls | ranks | forms | status |\n"
                            + "|---|---|---|---|---|---|\n");
            chapter.statements().forEach(statement -> page.append(line(statement)));
        }
        page.append(coverage(all));
        return page.toString();
    }

    private String line(Statement statement) {
        String calls = statement.calls().isEmpty() ? "" : String.join("`, `", statement.calls());
        return "| "
                + statement.section()
                + " | "
                + statement.says()
                + " | "
                + (calls.isEmpty() ? "" : "`" + calls + "`")
                + " | "
                + (statement.ranks() == 1 ? "all" : "from " + statement.ranks())
                + " | "
                + (statement.forms().isEmpty() ? "" : "all")
                + " | "
                + status.apply(statement)
                + " |\n";
    }

    private static String coverage(List<Statement> statements) throws IOException {
        Map<String, Integer> times = new TreeMap<>();
        for (Statement statement : statements) {
            Set<String> keys = new HashSet<>();
            statement.calls().forEach(call -> keys.add(ListedCalls.key(call)));
            keys.forEach(key -> times.merge(key, 1, Integer::sum));
        }
        StringBuilder table = new StringBuilder("\n## Calls\n\n");
        table.append(
                "The calls and constants of both dialects' listings, and the number of statements");
        table.append(
                " that test each. Names that differ only in case and underscores count as one.\n");
        Map<String, String> names = ListedCalls.names();
        List<String> none = new ArrayList<>();
        table.append("\n| call | statements |\n|---|---|\n");
        names.forEach(
                (key, name) -> {
                    if (times.containsKey(key)) {
                        table.append("| ").append(name).append(" | ");
                        table.append(times.get(key)).append(" |\n");
                    } else {
                        none.add(name);
                    }
                });
        table.append("\nWithout a statement here");
        table.append(String.format(Locale.ROOT, " (%d of %d): ", none.size(), names.size()));
        return table.append(String.join(", ", none)).append(".\n").toString();
    }
}
