package musubi.conformance.corpus;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** docs/error-corpus.md: the programs, and whether their errors are found. */
final class CorpusPage {
    private static final String HEAD =
            """
            # Corpus of errors

            Short erroneous programs, and correct ones that are close to them, show which errors
            Musubi finds. An error counts as found when the report has the error class or the kind
            of report, and the place or the object, that the annotation of the program lists. Every
            report of a correct program is a false alarm, except for a note. The programs
            are in `conformance/src/test/java/misuse`, in both dialects, a class for each kind.

            `CorpusTest` runs all programs with and without `--check`, on ranks that are threads of
            one JVM, and `CorpusIT` those that need mpiexec. Both fail when a program ends otherwise
            than listed here, also when an error is found that is listed as missed. To run all
            programs by mpiexec, as processes over shared memory and TCP and as ranks of one JVM,
            with and without `--check`, and to print a table for each:

            ```sh
            mvn -B verify -pl conformance -am -DskipTests -DskipChecks
            mvn -B test -pl conformance -am -DskipChecks -Dtest=CorpusIT \\
                -Dsurefire.failIfNoSpecifiedTests=false -Dmusubi.corpus=shm,tcp,pvas
            ```

            `-Dmusubi.corpus.only=Deadlocks` selects programs by the beginning of their names. All
            of this takes 40 minutes on two cores:

            | mode | erroneous | by default | with `--check` | false alarms |
            |---|---|---|---|---|
            | processes, shared memory | 266 | 198 | 253 | 0 of 230 runs |
            | processes, TCP | 266 | 197 | 253 | 0 of 230 runs |
            | `--pvas` | 266 | 198 | 253 | 0 of 230 runs |

            Quicker, within half a minute: all programs on ranks that are threads of one JVM, as
            with `--pvas`, but with another transport between them:

            ```sh
            mvn -B test -pl conformance -am -DskipChecks -Dtest=CorpusTest \\
                -Dsurefire.failIfNoSpecifiedTests=false -Dmusubi.corpus.transport=tcp
            ```

            | transport in one JVM | erroneous | by default | with `--check` | false alarms |
            |---|---|---|---|---|
            | shared memory | 261 | 193 | 248 | 0 of 230 runs |
            | TCP | 261 | 192 | 248 | 0 of 230 runs |

            The five programs that need mpiexec are not among these. Over TCP a run may differ
            from what is listed, which both tests allow:

            - `Collectives.blockingAndNot` ends without a report by default.
            - `CancelledAndBuffered.bufferForOne` is found, as messages leave the buffer later,
              and `Threads.serialized` may be found without checks, as a deadlock.

            """;

    private final List<CorpusProgram> programs;

    CorpusPage(List<CorpusProgram> programs) {
        this.programs = programs;
    }

    String text() {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("| kind | erroneous | found by default | found with `--check` | correct |\n");
        page.append("|---|---|---|---|---|\n");
        Map<String, List<CorpusProgram>> kinds =
                programs.stream()
                        .collect(
                                Collectors.groupingBy(
                                        CorpusProgram::kind,
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        kinds.forEach((kind, ofKind) -> page.append(row(kind, ofKind)));
        page.append(row("all", programs)).append("\n## Missed\n\n");
        page.append("| program | error | reason |\n|---|---|---|\n");
        for (CorpusProgram program : programs) {
            if (program.isErroneous() && program.checked().isEmpty()) {
                page.append(line(program, program.missed()));
            }
        }
        page.append("\n## Found\n\n| program | error | found |\n|---|---|---|\n");
        for (CorpusProgram program : programs) {
            if (!program.checked().isEmpty()) {
                String how = program.found().isEmpty() ? "with `--check`" : "by default";
                page.append(line(program, how));
            }
        }
        page.append("\n## Correct programs\n\n| program | what it does |\n|---|---|\n");
        for (CorpusProgram program : programs) {
            if (!program.isErroneous()) {
                page.append("| `").append(program).append("` | ");
                page.append(program.says()).append(" |\n");
            }
        }
        return page.toString();
    }

    private static String row(String kind, List<CorpusProgram> programs) {
        long erroneous = programs.stream().filter(CorpusProgram::isErroneous).count();
        long found = programs.stream().filter(program -> !program.found().isEmpty()).count();
        long checked = programs.stream().filter(program -> !program.checked().isEmpty()).count();
        return "| %s | %d | %d | %d | %d |\n"
                .formatted(kind, erroneous, found, checked, programs.size() - erroneous);
    }

    private static String line(CorpusProgram program, String last) {
        return "| `" + program + "` | " + program.says() + " | " + last + " |\n";
    }
}
