package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SimulateTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String words) {
        return Musubi.run(new PrintWriter(out), new PrintWriter(err), words.split(" "));
    }

    @Test
    void shouldWriteTableAndPlotOfAllShapesAndSizes() throws Exception {
        Path csv = folder.resolve("out.csv");
        Path plot = folder.resolve("out.svg");
        String words =
                "simulate bcast --algorithm trinaryx6,chain --torus 4x4x4,64 --sizes 1K:4K"
                        + " --segment 512 --latency 1us --bandwidth 1e9 --csv "
                        + csv
                        + " --plot "
                        + plot;
        assertEquals(0, run(words), err::toString);
        List<String> lines = Files.readAllLines(csv);
        assertEquals(1 + 2 * 2 * 3, lines.size());
        assertEquals(String.join("\n", lines) + "\n", out.toString());
        // A chain of 64 ranks: 62 + 8 turns of 1 us + 512 ns.
        assertTrue(
                lines.contains(
                        "64,64,bcast,chain,4096,512,105.840000,3.86999e+07,504,258048,events"),
                lines::toString);
        assertTrue(Files.readString(plot).contains(">trinaryx6 4x4x4</text"));
    }

    @Test
    void shouldPrintTheReasonWhenAnAlgorithmIsLeftOut() {
        assertEquals(0, run("simulate bcast --algorithm trinaryx6 --torus 4x2 --sizes 64"));
        assertTrue(err.toString().contains("4x2 trinaryx6 left out: "), err::toString);
    }

    @Test
    void shouldFindABetterSegmentThanNone() {
        assertEquals(
                0, run("simulate bcast --algorithm chain --torus 32 --sizes 64K --segment best"));
        long segment = Long.parseLong(out.toString().lines().toList().get(1).split(",")[5]);
        assertTrue(segment > 1000 && segment < 10_000, out::toString);
    }

    @Test
    void shouldRunOnSites() {
        assertEquals(0, run("simulate allreduce --sites 2x4 --sizes 1K --link 0-1:1ms:1e9"));
        assertTrue(out.toString().contains("\n2*4,8,allreduce,two-level,1024,"), out::toString);
    }

    /** A crossing of 4 ms, with 8 us of a gather, 2 us of a release, and 30 us for each of both. */
    @Test
    void shouldRunOnAGraphOfSites() {
        String graph = "A:0-1,B:2-3;A-B:4ms:1gbit";
        assertEquals(
                0,
                run("simulate allreduce --sizes 8 --header 0 --message 0us --grid " + graph),
                err::toString);
        String row = "\n2 sites*2,4,allreduce,by-site,8,0,4060.0";
        assertTrue(out.toString().contains(row), out::toString);
        assertEquals(0, run("simulate bcast --relays --ppn 2 --sizes 8 --grid " + graph));
        assertTrue(out.toString().contains("\n2 sites*2*2,8,bcast,by-site,8,"), out::toString);
    }

    /** In a ring of 3 a rank has two neighbours, in a mesh of 2x3 two or three: all at once. */
    @Test
    void shouldExchangeWithTheNeighboursOfTheTorus() {
        String words = " --sizes 1K --latency 1us --bandwidth 1.024e9";
        assertEquals(0, run("simulate neighbor_alltoallw --torus 3,2mx3m" + words));
        String same = ",linear,1024,0,2.000000,5.12000e+08,";
        assertTrue(out.toString().contains("\n3,3,neighbor_alltoallw" + same + "6,6144,events"));
        assertTrue(out.toString().contains("\n2mx3m,6,neighbor_alltoallw" + same + "14,"));
        assertEquals(0, run("simulate neighbor_allgather --sites 2x4"));
        assertTrue(err.toString().contains("2*4 linear left out: neighbours need"), err::toString);
    }

    @Test
    void shouldAdviseSeparateRunsWhenAnAlgorithmPadsBlocks() {
        assertEquals(2, run("simulate alltoallv --algorithm bruck --torus 4x4 --sizes 64"));
        assertTrue(err.toString().contains("an alltoall by bruck"), err::toString);
    }

    @Test
    void shouldNameTheWrongWord() {
        for (String wrong :
                List.of(
                        "--torus 4x4 --algorithm no-such",
                        "--torus 4y4",
                        "--sizes 1K",
                        "--torus 4x4 --sizes 4K:1K",
                        "--torus 4x4 --latency 3parsec",
                        "--torus 4x4 --bandwidth 0",
                        "--torus 4x4 --ppn 0",
                        "--torus 4x4 --ports -1",
                        "--torus 4x4 --grid A:0,B:1;A-B:4ms:1gbit",
                        "--grid A:0,B:1",
                        "--grid A:0,B:1;A-B:4ms:1gbit --eager -1",
                        "--grid A:0,B:1;A-B:4ms:1gbit --physical 4x4",
                        "--sites 2",
                        "--sites 3x2 --link 0-1:1ms:1e9",
                        "--sites 2x2 --link 0-7:1ms:1e9",
                        "--sites 2x2 --links 1ms",
                        "--torus 4x4 --overhead 2us --latency 1us")) {
            assertEquals(2, run("simulate bcast " + wrong), wrong);
        }
    }
}
