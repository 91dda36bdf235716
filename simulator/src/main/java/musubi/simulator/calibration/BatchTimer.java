package musubi.simulator.calibration;

import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.coll.CollectiveKind;

import java.util.Locale;

/**
 * Times batches of calls of a case on all ranks together; all ranks get the same times, hence
 * decide alike. Belongs to one rank.
 */
final class BatchTimer {
    private static final int BARRIERS = 100;

    /** Least part of the measured time that counts, when the barrier takes nearly all of it. */
    private static final double LEAST_PART = 0.2;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Intracomm comm;
    private final MeasuredCall call;

    /** A timer on a communicator of all ranks, used for nothing else. */
    BatchTimer(Intracomm comm, MeasuredCall call) {
        this.comm = comm;
        this.call = call;
    }

    /** Makes one call of a case; returns the algorithm that ran. */
    String ran(MeasuredCase each) throws MPIException {
        force(each);
        return comm.getInfo().get("musubi_ran_" + name(each.kind));
    }

    /**
     * Seconds per call on the slowest rank; with a barrier after each call, whose time is counted,
     * where ranks may leave a call before others enter it.
     */
    double perCall(MeasuredCase each, int calls) throws MPIException {
        force(each);
        boolean waits = MeasuredCall.mayReturnEarly(each.kind);
        world.barrier();
        long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            call.run(each.kind, each.bytes);
            if (waits) {
                world.barrier();
            }
        }
        return slowest((System.nanoTime() - startNs) / 1e9 / calls);
    }

    /** Adds a batch to each case, without the time of barriers. */
    void addBatches(Iterable<MeasuredCase> cases) throws MPIException {
        double barrier = barrierSeconds();
        for (MeasuredCase each : cases) {
            double seconds = perCall(each, each.calls);
            double own = MeasuredCall.mayReturnEarly(each.kind) ? seconds - barrier : seconds;
            each.add(Math.max(own, LEAST_PART * seconds));
        }
    }

    private double barrierSeconds() throws MPIException {
        world.barrier();
        long startNs = System.nanoTime();
        for (int i = 0; i < BARRIERS; i++) {
            world.barrier();
        }
        return slowest((System.nanoTime() - startNs) / 1e9 / BARRIERS);
    }

    private double slowest(double own) throws MPIException {
        double[] seconds = {own};
        double[] most = new double[1];
        world.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        return most[0];
    }

    /** Forces the algorithm of a case for calls of its kind; the first call does not count. */
    private void force(MeasuredCase each) throws MPIException {
        Info info = new Info();
        info.set("musubi_coll_" + name(each.kind), each.choice);
        comm.setInfo(info);
        info.free();
        call.run(each.kind, each.bytes);
    }

    private static String name(CollectiveKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
