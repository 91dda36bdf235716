package musubi.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ShellTest {
    /** One session for all, since each compiles its snippets. */
    private static final String SESSION =
            """
            1 + 5
            int x = rank * 2
            int sum(int n) {
              int[] a = {n};
              world.allReduce(a, 1, MPI.INT, MPI.SUM);
              return a[0];
            }
            sum(rank)
            @1 10 / (rank - 1)
            @0,2 x = 7
            unknown()
            @2 world.recv(new int[1], 1, MPI.INT, 0, 0)
            if (rank == 0) world.send(new int[] {42}, 1, MPI.INT, 2, 0);
            /rank 2
            int[] got = new int[1];
            if (rank == 2) world.recv(got, 1, MPI.INT, 0, 0);
            got[0]
            /rank all
            @5 1
            int dropped() {
            ^C
            rank / 4
            /exit
            2 + 2
            """;

    /** Lines of which {@code ^C} is no line, but an interrupt. */
    private static final class Input extends BufferedReader {
        private final Runnable interrupt;

        Input(String lines, Runnable interrupt) {
            super(new StringReader(lines));
            this.interrupt = interrupt;
        }

        @Override
        public String readLine() throws IOException {
            String line = super.readLine();
            if (!"^C".equals(line)) {
                return line;
            }
            interrupt.run();
            return super.readLine();
        }
    }

    @Test
    void shouldAnswerForAllRanksWhenSnippetsComeFromAPipe() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Shell shell = new Shell(new Shell.Job(3, List.of(), Map.of(), 2), out, false);

        boolean worked = shell.run(new Input(SESSION, shell::interrupt));

        assertEquals(
                """
                [0-2] ==> 6
                [0] x ==> 0
                [1] x ==> 2
                [2] x ==> 4
                | defined: int sum(int n) {
                [0-2] ==> 3
                [1] java.lang.ArithmeticException: / by zero
                [0, 2] ==> 7
                | error: cannot find symbol
                  symbol:   method unknown()
                  location: class\s
                [2] mpi.MPIException: interrupted
                [2] got ==> int[1] { 0 }
                [2] ==> 42
                | no such rank: 5; the job has ranks 0 to 2
                [0-2] ==> 0
                """,
                bytes.toString(StandardCharsets.UTF_8)
                        .replaceFirst("MPI.ERR_OTHER.*was interrupted.*", "interrupted"));
        assertFalse(worked);
    }

    @Test
    void shouldParseListsOfRanks() {
        assertEquals(Set.of(0, 2, 3), RankNumbers.parse("0,2-3", 4));
        Exception failure =
                assertThrows(IllegalArgumentException.class, () -> RankNumbers.parse("a", 4));
        assertTrue(failure.getMessage().contains("not a list of ranks: a"), failure.getMessage());
    }
}
