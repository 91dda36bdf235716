package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;

import musubi.Rank;
import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.coll.PersistentCollective;
import musubi.comm.Communicator;
import musubi.comm.TopologyCommunicators;
import musubi.job.JobOfThreads;
import musubi.op.Reductions;
import musubi.topo.CartTopology;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Small blocking collectives, and persistent ones, allocate nothing once warm. */
class AllocationTest {
    private static final int CALLS = 1000;
    private static final int BATCHES = 25;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingInSmallCollectives(CollectiveKind kind) throws InterruptedException {
        JobOfThreads.run(2, Map.of(), rank -> checkAllocation(rank, kind));
    }

    @Test
    void shouldAllocateNothingInSharedMemory() throws InterruptedException {
        for (CollectiveKind kind :
                new CollectiveKind[] {
                    CollectiveKind.BCAST,
                    CollectiveKind.REDUCE,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLGATHER,
                    CollectiveKind.ALLTOALL
                }) {
            for (boolean byReference : new boolean[] {false, true}) {
                Map<String, String> settings =
                        Map.of(
                                "transport",
                                "self,shm",
                                "shm.by.reference",
                                Boolean.toString(byReference));
                for (int count : new int[] {1, 100, 5000}) {
                    JobOfThreads.run(2, settings, rank -> checkOnNode(rank, kind, count));
                }
            }
        }
    }

    /** The least of some batches; the ranks go on until none of them allocates any more. */
    private static double least(Rank rank, DoubleSupplier bytesOfBatch) {
        CollectiveCall agreement = new CollectiveCall().reset(CollectiveKind.ALLREDUCE);
        double[] least = {Double.MAX_VALUE};
        double[] most = {Double.MAX_VALUE};
        agreement.op = Reductions.MAX;
        agreement.send.set(least, 0, 1, MpiType.DOUBLE);
        agreement.receive.set(most, 0, 1, MpiType.DOUBLE);
        for (int batch = 0; batch < BATCHES && most[0] >= 1; batch++) {
            least[0] = Math.min(least[0], bytesOfBatch.getAsDouble());
            rank.world().collectives().run(agreement);
        }
        return least[0];
    }

    private static void checkOnNode(Rank rank, CollectiveKind kind, int count) {
        CollectiveCall call = new CollectiveCall().reset(kind);
        call.op = Reductions.SUM;
        call.send.set(new double[2 * count], 0, count, MpiType.DOUBLE);
        call.receive.set(new double[2 * count], 0, count, MpiType.DOUBLE);
        double least = least(rank, () -> bytesPerCall(rank.world().collectives(), call));
        assertTrue(least < 1, kind + " of " + count + " allocates " + least + " bytes a call");
    }

    private static void checkAllocation(Rank rank, CollectiveKind kind) {
        CartTopology ring = CartTopology.of(new int[] {2}, new boolean[] {true}, 2);
        Communicator comm = TopologyCommunicators.cart(rank.world(), ring, false);
        CollectiveCall call = new CollectiveCall().reset(kind);
        call.op = Reductions.SUM;
        call.send.set(new double[2], 0, 1, MpiType.DOUBLE);
        call.receive.set(new double[2], 0, 1, MpiType.DOUBLE);
        if (hasVectors(kind)) {
            setVectors(call);
        }
        double least = least(rank, () -> bytesPerCall(comm.collectives(), call));
        assertTrue(least < 1, kind + " allocates " + least + " bytes a call");
    }

    private static boolean hasVectors(CollectiveKind kind) {
        return kind.name().matches(".*(GATHERV|SCATTERV|ALLTOALL[VW]|REDUCE_SCATTER)");
    }

    /** One item for each rank, whichever sides the kind looks at. */
    private static void setVectors(CollectiveCall call) {
        boolean hasTypes = call.kind.hasTypes();
        boolean sendsVector = hasTypes || call.kind.name().matches(".*(SCATTERV|ALLTOALLV)");
        boolean receivesVector = call.kind != CollectiveKind.SCATTERV;
        for (CollectiveBuffer side : List.of(call.send, call.receive)) {
            if (side == call.send ? sendsVector : receivesVector) {
                int[] places = {0, hasTypes ? Double.BYTES : 1};
                MpiType type = hasTypes ? null : MpiType.DOUBLE;
                side.setVector(new double[2], 0, new int[] {1, 1}, places, type);
                side.types = hasTypes ? new MpiType[] {MpiType.DOUBLE, MpiType.DOUBLE} : null;
            }
        }
    }

    @Test
    void shouldAllocateNothingWhenPersistentCollectivesStart() throws InterruptedException {
        for (CollectiveKind kind :
                new CollectiveKind[] {
                    CollectiveKind.BARRIER,
                    CollectiveKind.BCAST,
                    CollectiveKind.GATHER,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLTOALL,
                    CollectiveKind.SCAN,
                    CollectiveKind.NEIGHBOR_ALLGATHER
                }) {
            JobOfThreads.run(2, Map.of(), rank -> checkStarts(rank, kind, MpiType.DOUBLE));
        }
        MpiType spread = TypeConstructors.hvector(2, 1, 16, MpiType.DOUBLE);
        JobOfThreads.run(2, Map.of(), rank -> checkStarts(rank, CollectiveKind.ALLGATHER, spread));
    }

    @Test
    void shouldAllocateNothingWhenPersistentCallsPadBlocks() throws InterruptedException {
        for (CollectiveKind kind :
                new CollectiveKind[] {CollectiveKind.ALLTOALLV, CollectiveKind.ALLTOALLW}) {
            JobOfThreads.run(2, Map.of(), rank -> checkPaddedStarts(rank, kind));
        }
    }

    private static void checkPaddedStarts(Rank rank, CollectiveKind kind) {
        rank.world().forceAlgorithm(kind, "bruck");
        CollectiveCall call = new CollectiveCall().reset(kind);
        setVectors(call);
        PersistentCollective prepared = rank.world().collectives().prepare(call);
        double least = least(rank, () -> bytesPerStart(rank, prepared));
        assertTrue(least < 1, kind + " allocates " + least + " bytes a start");
    }

    private static void checkStarts(Rank rank, CollectiveKind kind, MpiType type) {
        CartTopology ring = CartTopology.of(new int[] {2}, new boolean[] {true}, 2);
        Communicator comm = TopologyCommunicators.cart(rank.world(), ring, false);
        CollectiveCall call = new CollectiveCall().reset(kind);
        call.op = Reductions.SUM;
        call.send.set(new double[8], 0, 1, type);
        call.receive.set(new double[8], 0, 1, type);
        PersistentCollective prepared = comm.collectives().prepare(call);
        double least = least(rank, () -> bytesPerStart(rank, prepared));
        assertTrue(least < 1, kind + " of " + type + " allocates " + least + " bytes a start");
    }

    private static double bytesPerStart(Rank rank, PersistentCollective prepared) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            rank.pt2pt().await(prepared.start());
        }
        return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
    }

    private static double bytesPerCall(Collectives collectives, CollectiveCall call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            collectives.run(call);
        }
        return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
    }
}
