package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reports of mpiexec on the programs in examples/hang name the erroneous lines. */
class HangExamplesIT {
    private static final Path EXAMPLES = Path.of("../examples/hang");
    private static final String SOON = "-Dmusubi.deadlock.after=200";

    private static Path file(String name) {
        return EXAMPLES.resolve(name + ".java").toAbsolutePath().normalize();
    }

    /** The only line with these words, as in stack traces. */
    private static String place(String name, String method, String words) throws IOException {
        return name + "." + method + "(" + name + ".java:" + number(name, words) + ")";
    }

    private static int number(String name, String words) throws IOException {
        List<String> lines = Files.readAllLines(file(name));
        List<String> found = lines.stream().filter(line -> line.contains(words)).toList();
        assertEquals(1, found.size(), () -> words + " in " + found);
        return lines.indexOf(found.getFirst()) + 1;
    }

    @Test
    void shouldNameSendAndReceiveWhenTheirTagsDiffer() throws Exception {
        String name = "WrongTag";
        String send = place(name, "exchangeBelow", "rank + 1, DOWN);");
        String receive = place(name, "exchangeAbove", "recv(rows[0], COLUMNS, MPI.DOUBLE");
        MpiexecRun.run("-n", "4", SOON, file(name).toString())
                .exitedWith(125)
                .said("rank 0 in Comm.send at " + send)
                .said("rank 1 in Comm.recv at " + receive)
                .said("its receive is for tag=2, not 1")
                .said("they wait in a cycle: 0 -> 1 -> 0");
    }

    @Test
    void shouldNameTheLineThatTestsAndTheOneThatWaitsWhenTheTimeIsOver() throws Exception {
        String name = "NoAnswer";
        String waits = place(name, "work", "recv(range, 2, MPI.INT, 0, ORDER)");
        String waiting = "ranks 1-2 in Comm.recv at " + waits;
        MpiexecRun.Result result;
        // Repeated until the time suffices for the ranks to reach these lines.
        int limitS = 3;
        do {
            limitS *= 2;
            result = MpiexecRun.run("-n", "3", "-timeout", "" + limitS, SOON, file(name) + "");
            result.exitedWith(124);
        } while (!result.err().contains(waiting) && limitS < MpiexecRun.PATIENCE_S);
        result.said("at the time limit, these ranks were waiting in MPI calls:")
                .said(waiting)
                .said("waits for rank 0: recv source=0 tag=1")
                .said("rank 0 was not, or not for long: look for the program's lines in the dump");
        // Compiled code may show any line of the loop, with or without testAny on top.
        Pattern loop = Pattern.compile("\\[0].*NoAnswer\\.sum\\(NoAnswer\\.java:(\\d+)\\)");
        Matcher matcher = loop.matcher(result.err());
        assertTrue(matcher.find(), result.err());
        int line = Integer.parseInt(matcher.group(1));
        int first = number(name, "while (open > 0)");
        int behind = number(name, "return sum;");
        assertTrue(first <= line && line < behind, line + " in " + result.err());
    }
}
