package musubi.simulator.calibration;

import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.coll.CollectiveKind;

import java.util.Locale;

/**
 * Times batches of calls of a case, on all ranks together: all get the same times, so that what
 * they decide by them is the same. One rank's.
 */
final class BatchTimer {
    private static final int BARRIERS = 100;

    /** Of what was measured, when a barrier takes more than most of it. */
    private static final double LEAST_PART = 0.2;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Intracomm comm;
    private final MeasuredCall call;

    /** Calls are made on a communicator of all ranks that is used for nothing else. */
    BatchTimer(Intracomm comm, MeasuredCall call) {
        this.comm = comm;
        this.call = call;
    }

    /** Makes one call as the case wishes, and says what ran. */
    String ran(MeasuredCase each) throws MPIException {
        force(each);
        return comm.getInfo().get("musubi_ran_" + name(each.kind));
    }

    /**
     * Seconds of one call of so many on the slowest rank; where a call lets a rank go before others
     * come with a barrier after each, whose time is counted, too.
     */
    double perCall(MeasuredCase each, int calls) throws MPIException {
        force(each);
        boolean waits = MeasuredCall.lets(each.kind);
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
            double own = MeasuredCall.lets(each.kind) ? seconds - barrier : seconds;
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

    /** From here on calls of its kind run as the case wishes; the first one does not count. */
    private void force(MeasuredCase each) throws MPIException {
        Info info = new Info();
        info.set("musubi_coll_" + name(each.kind), each.wish);
        comm.setInfo(info);
        info.free();
        call.run(each.kind, each.bytes);
    }

    private static String name(CollectiveKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
