package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Tests of jobs in all run modes: ranks as processes, in one JVM, or in several. */
abstract class RunModeTests extends ProgramsInFolder {
    static final String RANK = "musubi.launch.programs.Rank";

    /** The number of ranks of the jobs. */
    int size() {
        return 2;
    }

    /** The first words of the thread dump of a rank. */
    abstract String dumpOf(int rank);

    /** As {@link #words}, for a job of {@link #size} ranks. */
    final String[] sized(String... words) {
        List<String> all = new ArrayList<>(List.of("-n", Integer.toString(size())));
        all.addAll(List.of(words));
        return words(all.toArray(new String[0]));
    }

    final MpiexecRun.Result runSized(String... words) throws InterruptedException {
        return MpiexecRun.run(sized(words));
    }

    @Test
    void shouldReturnTheCodeOfAnAbort() throws InterruptedException {
        // The low byte is 7.
        runSized(RANK, "abort", "-249")
                .exitedWith(7)
                .said("rank 1")
                .said("abort with code -249: cannot go on");
        runSized(RANK, "abort", "256").exitedWith(1);
    }

    @Test
    void shouldFailWhenARankEndsWithoutFinalize() throws InterruptedException {
        runSized(RANK, "no-finalize").exitedWith(1).said("without MPI.Finalize");
    }

    @Test
    void shouldFailWhenARankWaitsForOneThatHasEnded() throws InterruptedException {
        runSized(RANK, "stuck").exitedWith(1).said("waits for rank 1");
    }

    @Test
    void shouldNotEndOtherRanksWhenARankFailsAfterFinalize() throws InterruptedException {
        MpiexecRun.Result result = runSized(RANK, "late-failure", "5");
        List<String> others =
                IntStream.range(0, size())
                        .filter(rank -> rank != 1)
                        .mapToObj(rank -> "rank " + rank + " ended in its own time")
                        .toList();
        assertEquals(others, result.exitedWith(5).lines());
    }

    @Test
    void shouldReturn124WithDumpsOfAllRanksWhenTheTimeIsUp() throws InterruptedException {
        MpiexecRun.Result result;
        // Repeated until the time suffices for the ranks to start.
        int limitS = 1;
        do {
            limitS *= 2;
            result = runSized("-timeout", "" + limitS, "musubi.launch.programs.Sleeper");
            result.exitedWith(124);
        } while (result.lines().size() < size() && limitS < MpiexecRun.PATIENCE_S);
        result.said("Sleeper.main");
        IntStream.range(0, size()).mapToObj(this::dumpOf).forEach(result::said);
        assertTrue(result.out().startsWith("ready"), result.out());
    }

    @Test
    void shouldEndBySignal() throws InterruptedException {
        assertSignal("INT", 130);
        assertSignal("TERM", 143);
    }

    private void assertSignal(String name, int code) throws InterruptedException {
        try (MpiexecRun run = MpiexecRun.start(sized("musubi.launch.programs.Sleeper"))) {
            run.awaitOutput("ready");
            MpiexecRun.signal(name, run.process().pid());
            run.finish().exitedWith(code).said("SIG" + name);
        }
    }

    @Test
    void shouldExchangeValuesInEveryEpoch() throws InterruptedException {
        MpiexecRun.Result result = runSized(RANK, "epochs", "3");
        assertEquals(3 * size(), result.exitedWith(0).lines().size());
        for (String line : result.lines()) {
            assertTrue(line.endsWith("same true fresh true"), line);
        }
    }

    @Test
    void shouldNotMixLinesOfManyRanks() throws InterruptedException {
        MpiexecRun.Result result = runSized(RANK, "lines", "20000");
        int[] next = new int[size()];
        for (String line : result.exitedWith(0).out().split("\n")) {
            int rank = line.charAt(5) - '0';
            assertEquals("rank " + rank + " says " + next[rank]++, line);
        }
        for (int count : next) {
            assertEquals(20_000, count);
        }
    }

    @Test
    void shouldPrintTheStackTraceOfARankThatThrows() throws Exception {
        write(
                "Thrower.java",
                "class Thrower { public static void main(String[] a) {"
                        + " if (System.getenv(\"PMI_RANK\").equals(\"1\")) {"
                        + " throw new IllegalStateException(\"thrown\"); } } }");
        runHere("-l", "-n", "" + size(), "Thrower.java")
                .exitedWith(1)
                .said("[1] Exception in thread \"main\" java.lang.IllegalStateException: thrown")
                .said("[1] \tat Thrower.main(Thrower.java:1)");
    }

    @Test
    void shouldReturnTheCodeOfTheRankThatExits() throws Exception {
        write(
                "Exiter.java",
                "class Exiter { public static void main(String[] a) throws Exception {"
                        + " if (System.getenv(\"PMI_RANK\").equals(\"1\")) { System.exit(3); }"
                        + " Thread.sleep(600_000); } }");
        runHere("-n", "" + size(), "Exiter.java")
                .exitedWith(3)
                .said("rank 1 (pid ")
                .said("ended with exit code 3");
    }

    @Test
    void shouldGiveStandardInputToRankZeroOnly() throws Exception {
        write(
                "Reader.java",
                "List<String> lines = new ArrayList<>();\n"
                        + "void main() { String line; while ((line = IO.readln()) != null)"
                        + " lines.add(line); lines.forEach(IO::println); }");
        Path input = Files.writeString(directory.resolve("input"), "one\ntwo\n");
        String[] words = sized("-l", directory.resolve("Reader.java").toString());
        try (MpiexecRun run = MpiexecRun.start(input, Map.of(), null, words)) {
            assertEquals("[0] one\n[0] two\n", run.finish().exitedWith(0).out());
        }
    }

    @Test
    void shouldRunDifferentClassesInOneJob() throws Exception {
        compileShow();
        write(
                "Other.java",
                "void main() { IO.println(\"other \" + System.getProperty(\"key\")); }");
        MpiexecRun.Result result =
                runHere("-n", "1", "-Dkey=o", "Other.java", ":", "-n", "3", "-Dkey=k", "Show", "s");
        assertEquals(
                List.of("1/4 s k", "2/4 s k", "3/4 s k", "other o"), result.exitedWith(0).lines());
    }

    /**
     * Both dialects, and classes that have the compact form and that of the JDK. Each rank has
     * static variables of its own.
     */
    @Test
    void shouldExchangeObjectsOfAllSorts() throws Exception {
        write("Sorts.java", SORTS);
        List<String> lines =
                IntStream.range(0, size())
                        .mapToObj(
                                rank ->
                                        "%d 6 null BIG Pair[x=%d, y=b] created 2"
                                                        .formatted(
                                                                rank, (rank + size() - 1) % size())
                                                + " true true 5 1 11"
                                                + " not serialisable Thread refused truncated")
                        .toList();
        assertEquals(lines, runHere("-n", "" + size(), "Sorts.java").exitedWith(0).lines());
    }

    private static final String SORTS =
            """
            import mpi.*;
            import java.io.*;
            import java.util.*;
            import java.util.function.Supplier;

            public class Sorts {
                enum Size { SMALL, BIG }

                static int created;

                record Pair(int x, String y) implements Serializable {
                    Pair {
                        created++;
                    }
                }

                static class Base implements Serializable {
                    Object link;
                }

                static final class Node extends Base {
                    private final int value = Integer.parseInt("5");
                    private transient int lost = 9;
                }

                static final class Single implements Serializable {
                    static final Single ONE = new Single();

                    private Object readResolve() {
                        return ONE;
                    }
                }

                public static final class Own implements Externalizable {
                    int value;

                    public void writeExternal(ObjectOutput out) throws IOException {
                        out.writeInt(value);
                    }

                    public void readExternal(ObjectInput in) throws IOException {
                        value = in.readInt() + 1;
                    }
                }

                interface Function extends Supplier<Object>, Serializable {}

                public static void main(String[] words) throws MPIException {
                    MPI.Init(words);
                    Intracomm c = MPI.COMM_WORLD;
                    c.setErrhandler(MPI.ERRORS_RETURN);
                    int me = c.getRank();
                    int next = (me + 1) % c.getSize();
                    int before = (me + c.getSize() - 1) % c.getSize();
                    Node node = new Node();
                    Node other = new Node();
                    node.link = other;
                    other.link = node;
                    Object[] out = {null, Size.BIG, new Pair(me, "b"), node, other, Single.ONE};
                    Object[] in = new Object[8];
                    Request sent = c.iSend(out, 6, MPI.OBJECT, next, 0);
                    Status status = c.recv(in, 8, MPI.OBJECT, before, 0);
                    sent.waitFor();
                    Node got = (Node) in[3];
                    String line = me + " " + status.getCount(MPI.OBJECT) + " " + in[0] + " " + in[1]
                            + " " + in[2] + " created " + created
                            + " " + (got.link == in[4] && ((Base) in[4]).link == got)
                            + " " + (in[5] == Single.ONE) + " " + (got.value + got.lost);
                    Own own = new Own();
                    int ten = 10;
                    Function function = () -> ten + 1;
                    Object[] later = {own, function};
                    sent = c.Isend(later, 0, 2, MPI.OBJECT, next, 1);
                    c.Recv(in, 6, 2, MPI.OBJECT, before, 1);
                    sent.Wait();
                    line += " " + ((Own) in[6]).value + " " + ((Function) in[7]).get();
                    try {
                        c.send(new Object[] {List.of(new Thread())}, 1, MPI.OBJECT, next, 2);
                    } catch (MPIException e) {
                        String text = e.getMessage();
                        line += text.contains("not serialisable") ? " not serialisable" : "";
                        line += text.contains("java.lang.Thread") ? " Thread" : "";
                    }
                    try {
                        Object[] bad = {new Pair(1, ""), new Object()};
                        c.Send(bad, 0, 2, MPI.OBJECT, next, 2);
                    } catch (MPIException e) {
                        line += e.getMessage().contains("java.lang.Object") ? " refused" : "";
                    }
                    sent = c.iSend(out, 6, MPI.OBJECT, next, 3);
                    try {
                        c.recv(in, 5, MPI.OBJECT, before, 3);
                    } catch (MPIException e) {
                        line += e.getErrorClass() == MPI.ERR_TRUNCATE ? " truncated" : "";
                    }
                    sent.waitFor();
                    System.out.println(line);
                    MPI.Finalize();
                }
            }
            """;
}
