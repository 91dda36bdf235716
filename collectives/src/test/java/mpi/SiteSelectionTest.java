package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.job.IsolatedJob;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** What the choice of algorithms between sites takes from the settings of the job. */
class SiteSelectionTest {
    private static final int RANKS = 8;
    private static final int BLOCK_BYTES = 128 << 10;

    /** The round trip between the sites is 8 ms. */
    @ParameterizedTest
    @CsvSource({"8000, doublespread", "8001, pairwise", "0, pairwise"})
    void shouldTakeLongPathsFromTheSetting(String roundTripUs, String expected) {
        Map<String, String> settings =
                Map.of(
                        "transport", "self,memory",
                        "coll.ranks.per.node", "2",
                        "grid", "A:0-1,B:2-3;A-B:4ms:1gbit",
                        "tcp.long.path", roundTripUs);
        IsolatedJob.of(RANKS, settings)
                .run(
                        () -> {
                            byte[] all = new byte[RANKS * BLOCK_BYTES];
                            Intracomm world = MPI.COMM_WORLD;
                            world.allToAll(
                                    all.clone(), BLOCK_BYTES, MPI.BYTE, all, BLOCK_BYTES, MPI.BYTE);
                            assertEquals(expected, world.getInfo().get("musubi_ran_alltoall"));
                        });
    }
}
