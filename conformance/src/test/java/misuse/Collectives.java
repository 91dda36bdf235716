package misuse;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.User_function;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Collective calls that differ between the ranks. */
@Kind("mismatched collective")
final class Collectives {
    private Collectives() {}

    @Erroneous(
            says = "Ranks call a reduction and a barrier.",
            checked = {"ERR_NOT_SAME", "BARRIER", "REDUCE"},
            found = {"ERR_NOT_SAME", "Collectives.otherOperation("})
    static void otherOperation(Intracomm world, int me) {
        if (me == 0) {
            world.barrier();
        } else {
            world.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
        }
    }

    @Erroneous(
            says = "Ranks call a broadcast and a reduction in opposite order.",
            checked = {"ERR_NOT_SAME", "BCAST"},
            found = {"ERR_NOT_SAME|deadlock", "Collectives.oppositeOrder("})
    static void oppositeOrder(Intracomm world, int me) {
        int[] data = new int[1];
        if (me == 0) {
            world.bcast(data, 1, MPI.INT, 0);
        }
        world.allReduce(data, 1, MPI.INT, MPI.SUM);
        if (me != 0) {
            world.bcast(data, 1, MPI.INT, 0);
        }
    }

    @Erroneous(
            says = "Each rank of a broadcast names itself as root.",
            checked = {"ERR_NOT_SAME", "root"})
    static void otherRoot(Intracomm world, int me) {
        world.bcast(new int[1], 1, MPI.INT, me);
    }

    @Erroneous(
            says = "Ranks of a gather name different roots (capitalised).",
            ranks = 3,
            checked = {"ERR_NOT_SAME", "root"},
            found = {"deadlock", "Collectives.otherRootOfGather("})
    static void otherRootOfGather(Intracomm world, int me) {
        world.Gather(new int[1], 0, 1, MPI.INT, new int[3], 0, 1, MPI.INT, me == 2 ? 1 : 0);
    }

    @Erroneous(
            says = "Ranks of a broadcast pass different counts.",
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_NOT_SAME", "Collectives.otherCount("})
    static void otherCount(Intracomm world, int me) {
        world.bcast(new int[4], 3 + me, MPI.INT, 0);
    }

    @Erroneous(
            says = "Ranks of a reduction pass different counts (capitalised).",
            ranks = 3,
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_NOT_SAME", "Collectives.otherCountOfReduction("})
    static void otherCountOfReduction(Intracomm world, int me) {
        world.Allreduce(new int[4], 0, new int[4], 0, me == 1 ? 3 : 4, MPI.INT, MPI.SUM);
    }

    @Erroneous(
            says = "Ranks of a reduction pass different operations.",
            checked = {"ERR_NOT_SAME", "MAX", "SUM"})
    static void otherOp(Intracomm world, int me) {
        world.allReduce(new int[1], 1, MPI.INT, me == 0 ? MPI.SUM : MPI.MAX);
    }

    @Erroneous(
            says = "Ranks of a reduction pass different types of one size.",
            checked = {"ERR_NOT_SAME", "INT", "FLOAT"})
    static void otherType(Intracomm world, int me) {
        Object data = me == 0 ? new int[1] : new float[1];
        world.allReduce(data, 1, me == 0 ? MPI.INT : MPI.FLOAT, MPI.SUM);
    }

    @Erroneous(
            says = "Ranks of a broadcast pass different types of one length.",
            checked = {"ERR_NOT_SAME"})
    static void otherTypeOfBroadcast(Intracomm world, int me) {
        Object data = me == 0 ? new long[1] : new double[1];
        world.bcast(data, 1, me == 0 ? MPI.LONG : MPI.DOUBLE, 0);
    }

    @Erroneous(
            says = "Ranks call the same collective on different communicators.",
            found = {"deadlock", "BARRIER"})
    static void otherCommunicator(Intracomm world, int me) {
        Intracomm other = world.dup();
        (me == 0 ? world : other).barrier();
        other.free();
    }

    @Erroneous(
            says = "One rank calls the blocking form, the others the non-blocking one.",
            checked = {"ERR_NOT_SAME", "non-blocking"},
            found = {"deadlock", "Collectives.blockingAndNot("},
            variesOverTcp = true)
    static void blockingAndNot(Intracomm world, int me) {
        int[] data = new int[1];
        if (me == 0) {
            world.bcast(data, 1, MPI.INT, 0);
        } else {
            world.iBcast(data, 1, MPI.INT, 0).waitFor();
        }
    }

    @Erroneous(
            says = "Only the root calls a broadcast; the others receive.",
            checked = {"deadlock"},
            found = {"deadlock"})
    static void broadcastReceived(Intracomm world, int me) {
        if (me == 0) {
            world.bcast(new int[1], 1, MPI.INT, 0);
        } else {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "Counts of gatherv differ from what the ranks send.",
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_TRUNCATE", "Collectives.countsOfGatherv("})
    static void countsOfGatherv(Intracomm world, int me) {
        world.gatherv(
                new int[2], 2, MPI.INT, new int[4], new int[] {2, 1}, new int[] {0, 2}, MPI.INT, 0);
    }

    @Erroneous(
            says = "Counts of alltoallv differ between sender and receiver.",
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_TRUNCATE", "Collectives.countsOfAllToAllv("})
    static void countsOfAllToAllv(Intracomm world, int me) {
        int[] out = me == 0 ? new int[] {1, 2} : new int[] {1, 1};
        world.Alltoallv(
                new int[4],
                0,
                out,
                new int[] {0, 2},
                MPI.INT,
                new int[4],
                0,
                new int[] {1, 1},
                new int[] {0, 2},
                MPI.INT);
    }

    @Erroneous(
            says = "Counts of reduce_scatter differ between the ranks, with the same sum.",
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_TRUNCATE", "Collectives.countsOfReduceScatter("})
    static void countsOfReduceScatter(Intracomm world, int me) {
        int[] counts = me == 0 ? new int[] {1, 3} : new int[] {2, 2};
        world.reduceScatter(new int[4], new int[4], counts, MPI.INT, MPI.SUM);
    }

    @Erroneous(
            says = "One rank calls scan, the other exscan.",
            checked = {"ERR_NOT_SAME", "SCAN"})
    static void scanAndExScan(Intracomm world, int me) {
        int[] out = new int[1];
        if (me == 0) {
            world.scan(new int[1], out, 1, MPI.INT, MPI.SUM);
        } else {
            world.exScan(new int[1], out, 1, MPI.INT, MPI.SUM);
        }
    }

    @Erroneous(
            says = "One rank splits the communicator, the other duplicates it.",
            checked = {"ERR_NOT_SAME", "DUP", "SPLIT"},
            found = {"deadlock", "Collectives.splitAndDup("})
    static void splitAndDup(Intracomm world, int me) {
        Intracomm made = me == 0 ? world.split(0, 0) : world.dup();
        made.free();
    }

    @Erroneous(
            says = "Non-blocking collectives of one communicator in different order.",
            checked = {"ERR_NOT_SAME"},
            found = {"deadlock", "Collectives.nonBlockingInOtherOrder("})
    static void nonBlockingInOtherOrder(Intracomm world, int me) {
        int[] data = new int[1];
        int[] sum = new int[1];
        Request[] both = new Request[2];
        for (int i = 0; i < 2; i++) {
            boolean isBroadcast = i == me;
            both[i] =
                    isBroadcast
                            ? world.iBcast(data, 1, MPI.INT, 0)
                            : world.iAllReduce(new int[1], sum, 1, MPI.INT, MPI.SUM);
        }
        Request.waitAll(both);
    }

    @Erroneous(
            says = "Ranks prepare persistent broadcasts with different roots.",
            checked = {"ERR_NOT_SAME", "root"})
    static void persistentOtherRoot(Intracomm world, int me) {
        Prequest broadcast = world.bcastInit(new int[1], 1, MPI.INT, me);
        broadcast.start();
        broadcast.waitFor();
        broadcast.free();
    }

    @Erroneous(
            says = "One rank passes its data in place to an allgather, with another count.",
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_NOT_SAME", "Collectives.otherCountOfAllGather("})
    static void otherCountOfAllGather(Intracomm world, int me) {
        world.allGather(new int[4], me == 0 ? 2 : 1, MPI.INT);
    }

    @Erroneous(
            says = "The root of a scatter sends more than the others receive.",
            checked = {"ERR_NOT_SAME"},
            found = {"ERR_TRUNCATE", "Collectives.scatterOfMore("})
    static void scatterOfMore(Intracomm world, int me) {
        world.Scatter(new int[4], 0, 2, MPI.INT, new int[2], 0, me == 0 ? 2 : 1, MPI.INT, 0);
    }

    @Correct(says = "Types with the same sequence of basic types in one broadcast.")
    static void sameSignature(Intracomm world, int me) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        int[] data = {1 - me, 2, 3, 4};
        if (me == 0) {
            world.bcast(data, 2, pair, 0);
        } else {
            world.bcast(data, 4, MPI.INT, 0);
        }
        Legal.expect(data[0] == 1);
        pair.free();
    }

    @Correct(says = "Other arguments where only the root's matter.", ranks = 3)
    static void insignificantArguments(Intracomm world, int me) {
        if (me == 0) {
            world.gather(new int[1], 1, MPI.INT, new int[3], 1, MPI.INT, 0);
        } else {
            world.gather(new int[1], 1, MPI.INT, null, 99, MPI.DOUBLE, 0);
        }
    }

    @Correct(says = "Collectives with count 0.", ranks = 3)
    static void countZero(Intracomm world, int me) {
        world.bcast(new int[0], 0, MPI.INT, 1);
        world.allReduce(new int[0], new int[0], 0, MPI.INT, MPI.SUM);
        world.Allgather(new int[0], 0, 0, MPI.INT, new int[0], 0, 0, MPI.INT);
    }

    @Correct(says = "Collectives on parts of COMM_WORLD, each part with its own.", ranks = 4)
    static void partsDiffer(Intracomm world, int me) {
        Intracomm half = world.split(me % 2, me);
        if (me % 2 == 0) {
            half.barrier();
        } else {
            half.allReduce(new int[1], 1, MPI.INT, MPI.SUM);
        }
        half.free();
    }

    @Correct(says = "Alltoallv with unequal counts that match pair by pair.")
    static void unequalCounts(Intracomm world, int me) {
        int[] out = me == 0 ? new int[] {0, 2} : new int[] {1, 3};
        int[] in = me == 0 ? new int[] {0, 1} : new int[] {2, 3};
        world.allToAllv(
                new int[8],
                out,
                new int[] {0, 4},
                MPI.INT,
                new int[8],
                in,
                new int[] {0, 4},
                MPI.INT);
    }

    @Correct(says = "The root passes its data in place, the others theirs.", ranks = 3)
    static void rootInPlace(Intracomm world, int me) {
        int[] sum = {1};
        if (me == 0) {
            world.reduce(sum, 1, MPI.INT, MPI.SUM, 0);
            Legal.expect(sum[0] == 3);
        } else {
            world.reduce(sum, 1, MPI.INT, MPI.SUM, 0);
        }
    }

    @Correct(says = "Several non-blocking collectives in flight, completed in another order.")
    static void severalInFlight(Intracomm world, int me) {
        Request first = world.iAllReduce(new int[] {1}, new int[1], 1, MPI.INT, MPI.SUM);
        Request second = world.iBcast(new int[1], 1, MPI.INT, 0);
        Request third = world.iBarrier();
        third.waitFor();
        second.waitFor();
        first.waitFor();
    }

    @Correct(says = "A user's operation, created on each rank, in a reduction.")
    static void ownOperation(Intracomm world, int me) {
        Op max = new Op(new Larger(), true);
        int[] data = {me};
        world.Allreduce(data, 0, data.clone(), 0, 1, MPI.INT, max);
        max.free();
    }

    /** The larger one of two. */
    private static final class Larger extends User_function {
        @Override
        public void Call(
                Object in, int inOffset, Object inOut, int offset, int count, Datatype type) {
            for (int i = 0; i < count; i++) {
                int other = ((int[]) in)[inOffset + i];
                ((int[]) inOut)[offset + i] = Math.max(((int[]) inOut)[offset + i], other);
            }
        }
    }
}
