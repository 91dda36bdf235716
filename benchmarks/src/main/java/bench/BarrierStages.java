package bench;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import nicam.Nicam;

import java.util.Arrays;

/**
 * The cost of a stage of a barrier: its time on 2, 4, 8 ... ranks, and divided by ceil(log2 ranks),
 * the stages of a dissemination barrier.
 *
 * <ul>
 *   <li>{@code barrier}: the blocking call;
 *   <li>{@code ibarrier}: start and wait; {@code ibarrier16}: one of 16 outstanding ones;
 *   <li>{@code nicam}: start and await the flag; {@code nicam16}: one of 16 outstanding ones.
 * </ul>
 *
 * <p>{@code BarrierStages [-b barrier,ibarrier,ibarrier16,nicam,nicam16] [-t seconds] [-w warm-up
 * seconds]}. The first ranks measure, the others wait in a barrier. Prints {@code R} lines ({@link
 * Steps.Times}), those of a stage with {@code _stage}.
 */
public final class BarrierStages {
    private static final int OUTSTANDING = 16;
    private static final int FLAG = 0;

    private final Steps steps;
    private final Intracomm comm;

    private BarrierStages(Steps steps, Intracomm comm) {
        this.steps = steps;
        this.comm = comm;
    }

    /** Runs the measurements; two ranks or more. */
    public static void main(String[] args) {
        Words words = new Words(MPI.Init(args));
        Intracomm world = MPI.COMM_WORLD;
        Steps steps = new Steps(words);
        int me = world.getRank();
        for (int ranks = 2; ranks <= world.getSize(); ranks *= 2) {
            Intracomm comm = world.split(me < ranks ? 0 : MPI.UNDEFINED, me);
            if (me < ranks) {
                BarrierStages program = new BarrierStages(steps, comm);
                Arrays.stream(words.names("-b", "barrier,ibarrier,ibarrier16,nicam,nicam16"))
                        .forEach(program::measure);
                comm.free();
            }
            world.barrier();
        }
        MPI.Finalize();
    }

    /** Number of stages of a dissemination barrier. */
    static int stages(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    private void measure(String name) {
        int outstanding = name.endsWith("16") ? OUTSTANDING : 1;
        Steps.Times times =
                switch (name) {
                    case "barrier" -> steps.together(comm, (Steps.Step) comm::barrier);
                    case "ibarrier", "ibarrier16" -> nonBlocking(new Request[outstanding]);
                    case "nicam", "nicam16" -> fuzzy(outstanding);
                    default -> throw new IllegalArgumentException("no such barrier: " + name);
                };
        if (comm.getRank() == 0) {
            Steps.Times each = times.dividedBy(outstanding);
            each.print(name, comm.getSize(), 0);
            each.dividedBy(stages(comm.getSize())).print(name + "_stage", comm.getSize(), 0);
        }
    }

    private Steps.Times nonBlocking(Request... requests) {
        Steps.Step step =
                () -> {
                    for (int i = 0; i < requests.length; i++) {
                        requests[i] = comm.iBarrier();
                    }
                    Request.waitAll(requests);
                };
        return steps.together(comm, step);
    }

    private Steps.Times fuzzy(int outstanding) {
        try (Nicam nicam = comm.nicam()) {
            long[] started = {0};
            Steps.Step step =
                    () -> {
                        for (int i = 0; i < outstanding; i++) {
                            nicam.barrier(FLAG);
                        }
                        started[0] += outstanding;
                        nicam.await(FLAG, started[0]);
                    };
            return steps.together(comm, step);
        }
    }
}
