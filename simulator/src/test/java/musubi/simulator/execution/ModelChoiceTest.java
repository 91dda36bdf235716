package musubi.simulator.execution;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.topology.TorusEmbedding;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The loss of the model's choice on the simulator, compared with the best algorithm. */
class ModelChoiceTest {
    private static final double MOST_LOSS = 0.1;
    private static final double RUN_UP_TO = 3;

    @ParameterizedTest
    @CsvSource({
        "BCAST, 384 64x6 8x6x8 384@8x6x8 64x6@8x6x8, 1024 32768 262144",
        "BCAST, 96 16x6 4x6x4 96@4x6x4 16x6@4x6x4 5x7 4mx8 64 8x8, 512 8192 65536 1048576",
        "BCAST, 3072, 32768",
        "REDUCE, 96 16x6 4x6x4 96@4x6x4 5x7 64, 512 8192 65536 262144",
        "ALLREDUCE, 384 64x6 8x6x8, 1024 32768",
        "ALLREDUCE, 96 16x6 4x6x4 96@4x6x4 16x6@4x6x4 5x7 64, 512 8192 65536 1048576",
        "BARRIER, 384 64x6 8x6x8 96@4x6x4 5x7, 0",
        "GATHER, 96 16x6 4x6x4 96@4x6x4 64, 16 1024 16384",
        "SCATTER, 96 16x6 4x6x4 96@4x6x4 64, 16 1024 16384",
        "SCAN, 96 16x6 4x6x4 96@4x6x4 5x7 64, 16 1024 32768 65536",
        "SCAN, 384 80, 32768",
        "EXSCAN, 16x6 4x6x4, 16 1024 65536",
        "ALLGATHER, 96 16x6 4x6x4 96@4x6x4 16x6@4x6x4 5x7 64 4x4x4, 16 1024 32768",
        "REDUCE_SCATTER_BLOCK, 96 16x6 4x6x4 96@4x6x4 64 4x4x4, 16 1024 16384",
        "REDUCE_SCATTER_BLOCK, 5x7, 16 1024 16384",
        "REDUCE_SCATTER_BLOCK, 64x6, 1024",
        "ALLTOALL, 96 16x6 4x6x4 96@4x6x4 64, 16 1024 16384",
        "ALLTOALL, 64x6, 16"
    })
    void shouldLoseLittleAgainstTheBestOnTheSimulator(
            CollectiveKind kind, String jobs, String sizes) {
        for (String job : jobs.split(" ")) {
            for (String bytes : sizes.split(" ")) {
                ChoiceLoss loss =
                        ChoiceLoss.of(
                                kind, TorusEmbedding.parse(job), Long.parseLong(bytes), RUN_UP_TO);
                assertTrue(loss.loss() <= MOST_LOSS, kind + " " + job + " " + bytes + " " + loss);
            }
        }
    }
}
