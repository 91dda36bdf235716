package musubi.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ResultTableTest {
    private static final String LINE = "R,PingPong,2,%d,1100,0.1,0.2,0.3,%s,0.2,0.9,32.00,4000000";

    @TempDir private Path directory;

    private static ImbResult result(int bytes, String time) {
        return ImbResult.parse(LINE.formatted(bytes, time));
    }

    @Test
    void shouldReadOnlyLinesOfResultsWhenOthersAreAmongThem() {
        assertEquals(new ImbResult("PingPong", 2, 8, 0.25, 32), result(8, "0.25"));
        assertNull(ImbResult.parse("O,Ibcast,2,8,1,50"));
        assertNull(ImbResult.parse("# skipped Stencil3D"));
    }

    @Test
    void shouldDivideMediansByTheBestOtherLibraryWhenThereAreSeveral() {
        ResultTable table = new ResultTable(List.of("musubi", "openmpi", "mpich"));
        for (String time : List.of("0.5", "9", "0.2")) {
            table.add("musubi", result(8, time));
        }
        table.add("openmpi", result(8, "2"));
        table.add("mpich", result(8, "1"));
        table.add("mpich", result(16, "1"));
        List<String> lines = table.lines();
        assertEquals(3, lines.size());
        assertTrue(lines.get(0).matches("#benchmark .*openmpi.usec. .* ratio"), lines.get(0));
        assertTrue(
                lines.get(1).matches("PingPong +2 +8 +0.50 +2.00 +1.00 +32.00 +0.50"),
                lines.get(1));
        assertTrue(lines.get(2).matches("PingPong +2 +16 +- +- +1.00 +- +-"), lines.get(2));
    }

    @Test
    void shouldDrawACurveForEachLibraryWhenSizesDiffer() throws IOException {
        ResultTable table = new ResultTable(List.of("musubi", "mpich"));
        for (int bytes : List.of(0, 8, 64)) {
            table.add("musubi", result(bytes, "0.5"));
            table.add("mpich", result(bytes, "0.7"));
        }
        Path file = directory.resolve("p.svg");
        table.plot(file.toFile());
        String svg = Files.readString(file);
        assertTrue(svg.contains(">mpich, PingPong, 2 ranks</text"), svg);
    }

    @Test
    void shouldNameTheLibrariesWhenOneIsUnknown() {
        assertEquals(NativePeer.OPENMPI, NativePeer.named("OpenMPI"));
        String message =
                assertThrows(IllegalArgumentException.class, () -> NativePeer.named("lam"))
                        .getMessage();
        assertTrue(message.contains("openmpi, mpich"), message);
    }

    @Test
    void shouldReportTheCloneWhenTheSourcesAreMissing() {
        String message =
                assertThrows(IOException.class, () -> NativePeer.MPICH.build(directory))
                        .getMessage();
        assertTrue(message.contains("in a clone only"), message);
    }

    @Test
    void shouldBindAsRequestedWhenItStartsThePeer() {
        Path program = Path.of("imb");
        List<String> words = List.of("PingPong");
        assertEquals(
                List.of("mpiexec.mpich", "-bind-to", "core", "-n", "2", "imb", "PingPong"),
                NativePeer.MPICH.command(program, 2, "core", words));
        assertTrue(
                NativePeer.OPENMPI.command(program, 2, "none", words).contains("--oversubscribe"));
    }
}
