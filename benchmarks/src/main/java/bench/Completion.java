package bench;

import mpi.Intracomm;
import mpi.MPI;

import java.util.Arrays;

/**
 * The time from the call of rank 0 until a collective operation is complete on the last rank.
 *
 * <p>Over links of milliseconds the times of the calls alone say little: a call of a rank that left
 * the barrier before it one crossing later is shorter by a crossing. So all other ranks answer rank
 * 0 after each call by an empty message, and half of the shortest round trip of empty messages
 * between rank 0 and all others is subtracted. Barriers follow each other, without answers.
 *
 * <p>{@code Completion [-b Barrier,Bcast,Allreduce,Alltoall,Allgather] [-s bytes,...] [-t seconds]
 * [-w warm-up seconds]}. Bytes are those of the buffer, or of a block of Alltoall and Allgather.
 * Prints {@code R} lines ({@link Steps.Times}); {@code Answers} is that half of a round trip.
 */
public final class Completion {
    private static final int ROOT = 0;
    private static final int TAG = 1;
    private static final byte[] EMPTY = {};

    private final Steps steps;
    private final Intracomm comm = MPI.COMM_WORLD;
    private final int me = comm.getRank();
    private final int ranks = comm.getSize();
    private double answers;

    private Completion(Steps steps) {
        this.steps = steps;
    }

    /** Runs the measurements; two ranks or more. */
    public static void main(String[] args) {
        Words words = new Words(MPI.Init(args));
        Completion program = new Completion(new Steps(words));
        program.measureAnswers();
        for (String name : words.names("-b", "Barrier,Bcast,Allreduce,Alltoall,Allgather")) {
            int[] sizes = name.equals("Barrier") ? new int[1] : words.sizes("-s", "8,1K,64K,1M");
            for (int bytes : sizes) {
                program.measure(name, bytes);
            }
        }
        MPI.Finalize();
    }

    private void measureAnswers() {
        Steps.Times times = steps.together(comm, (Steps.Step) this::roundTrip).dividedBy(2);
        answers = times.batches()[0];
        print(times, "Answers", 0);
    }

    private void measure(String name, int bytes) {
        if (name.equals("Barrier")) {
            print(steps.together(comm, (Steps.Step) comm::barrier), name, 0);
            return;
        }
        Steps.Step call = call(name, bytes);
        Steps.Step step =
                () -> {
                    call.run();
                    answer();
                };
        Steps.Times times = steps.together(comm, step);
        print(
                new Steps.Times(
                        times.iterations(),
                        Arrays.stream(times.batches()).map(each -> each - answers).toArray()),
                name,
                bytes);
    }

    private void print(Steps.Times times, String name, int bytes) {
        if (me == ROOT) {
            times.print(name, ranks, bytes);
        }
    }

    private Steps.Step call(String name, int bytes) {
        byte[] data = new byte[bytes * ranks];
        byte[] result = new byte[bytes * ranks];
        return switch (name) {
            case "Bcast" -> () -> comm.bcast(data, bytes, MPI.BYTE, ROOT);
            case "Allreduce" -> {
                float[] in = new float[bytes / Float.BYTES];
                float[] out = new float[bytes / Float.BYTES];
                yield () -> comm.allReduce(in, out, in.length, MPI.FLOAT, MPI.SUM);
            }
            case "Alltoall" -> () -> comm.allToAll(data, bytes, MPI.BYTE, result, bytes, MPI.BYTE);
            case "Allgather" ->
                    () -> comm.allGather(data, bytes, MPI.BYTE, result, bytes, MPI.BYTE);
            default -> throw new IllegalArgumentException("no such benchmark: " + name);
        };
    }

    private void roundTrip() {
        if (me == ROOT) {
            for (int rank = 1; rank < ranks; rank++) {
                comm.send(EMPTY, 0, MPI.BYTE, rank, TAG);
            }
        } else {
            comm.recv(EMPTY, 0, MPI.BYTE, ROOT, TAG);
        }
        answer();
    }

    private void answer() {
        if (me == ROOT) {
            for (int rank = 1; rank < ranks; rank++) {
                comm.recv(EMPTY, 0, MPI.BYTE, rank, TAG);
            }
        } else {
            comm.send(EMPTY, 0, MPI.BYTE, ROOT, TAG);
        }
    }
}
