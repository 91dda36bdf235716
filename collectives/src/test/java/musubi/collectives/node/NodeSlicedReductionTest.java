package musubi.collectives.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.coll.CollectiveKind;
import musubi.collectives.LiveCase;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.job.JobOfThreads;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Calls of a node whose members one thread runs in a chosen order. */
class NodeSlicedReductionTest {
    private static final int SIZE = 3;
    private static final int TWO_BLOCKS = 20_001;
    private static final int STAGED = 5000;
    private static final Map<String, String> SETTINGS =
            Map.of("transport", "self,shm", "shm.by.reference", "false", "cores", "4");

    private final CyclicBarrier all = new CyclicBarrier(SIZE);
    private final Member[] members = new Member[SIZE];

    /** A member, its algorithms, and the call that it makes. */
    private static final class Member {
        private final int rank;
        private final NodeGroup group;
        private final NodeAlgorithms algorithms;
        private LiveCase live;

        Member(Rank rank) {
            this.rank = rank.world().rank();
            group = NodeGroup.of(rank.world());
            algorithms = new NodeAlgorithms(group);
        }

        void begin(SymbolicCase job, MpiType type) {
            live = new LiveCase(job, rank, type, new Random(1));
            algorithms.begin(live.call, type, job.shape(rank));
        }

        /** Runs as far as the others permit; returns whether the call is complete. */
        boolean run() {
            while (group.isConditionMet()) {
                if (algorithms.step()) {
                    return true;
                }
            }
            return false;
        }

        void end(String call) {
            live.check(call);
            algorithms.end();
        }
    }

    @Test
    void shouldKeepSlicesUntilASlowRootHasReadThem() throws InterruptedException {
        JobOfThreads.run(SIZE, SETTINGS, this::runMembers);
    }

    private void runMembers(Rank rank) {
        members[rank.world().rank()] = new Member(rank);
        await();
        if (rank.world().rank() == 0) {
            agree();
            overtakeTheRoot();
        }
        await();
    }

    private void await() {
        try {
            all.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private void agree() {
        for (Member member : members) {
            member.algorithms.beginAgreement();
        }
        boolean done = false;
        while (!done) {
            done = true;
            for (Member member : members) {
                done &= member.algorithms.isStagingAgreed() || member.run();
            }
        }
        assertTrue(members[0].algorithms.hasStaging());
    }

    private void overtakeTheRoot() {
        SymbolicCase reduce = job(CollectiveKind.REDUCE, TWO_BLOCKS, -1);
        Member root = members[reduce.root];
        Member first = members[(reduce.root + 1) % SIZE];
        Member second = members[(reduce.root + 2) % SIZE];
        for (Member member : members) {
            member.begin(reduce, MpiType.DOUBLE);
            assertFalse(member.run());
        }
        // Both blocks of the root are offered, but the slices of the first one are not read.
        assertFalse(root.run());
        boolean isFirstComplete = first.run();
        assertTrue(second.run());
        assertTrue(isFirstComplete || first.run());
        second.end("reduce");
        first.end("reduce");
        SymbolicCase broadcast = job(CollectiveKind.BCAST, STAGED, first.rank);
        first.begin(broadcast, MpiType.CHAR);
        second.begin(broadcast, MpiType.CHAR);
        assertTrue(first.run());
        assertTrue(second.run());
        second.end("first broadcast");
        first.end("first broadcast");
        first.begin(broadcast, MpiType.CHAR);
        second.begin(broadcast, MpiType.CHAR);
        assertFalse(first.run(), "the area has slices that the root has not read");
        assertTrue(root.run());
        root.end("reduce");
        root.begin(broadcast, MpiType.CHAR);
        assertTrue(root.run());
        root.end("first broadcast");
        assertTrue(first.run());
        assertTrue(second.run());
    }

    /** A call with this root, or with any if it is negative. */
    private static SymbolicCase job(CollectiveKind kind, int count, int root) {
        for (long seed = 0; ; seed++) {
            SymbolicCase job = new SymbolicCase(kind, SIZE, count, 0, new Random(seed));
            if (root < 0 || job.root == root) {
                return job;
            }
        }
    }
}
