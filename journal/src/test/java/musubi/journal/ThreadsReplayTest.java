package musubi.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Comm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;

/** Records a rank with several threads, and replays it with another order of the threads. */
class ThreadsReplayTest {
    private static final int THREADS = 3;
    private static final int SENT = 30;

    @TempDir private Path folder;

    private IsolatedJob job(String setting, int ranks) {
        Map<String, String> settings = Map.of("transport", "self,shm", "deadlock.after", "0");
        return IsolatedJob.of(ranks, settings).with(setting, folder.resolve("journal").toString());
    }

    private String trace(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void shouldDistinguishThreadsByTheirNamesWhenReplayed() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        String recorded = folder.resolve("recorded").toString();
        String again = folder.resolve("again").toString();
        String alone = folder.resolve("alone").toString();
        job("journal", 3).with("journal.payload", "true").runBare(() -> run(recorded, seed));
        job("replay", 3).runBare(() -> run(again, seed + 1));
        job("replay", 1).with("replay.rank", "0").runBare(() -> run(alone, seed + 2));
        assertEquals(trace("recorded"), trace("again"), "seed=" + seed);
        assertEquals(trace("recorded"), trace("alone"), "seed=" + seed);
    }

    /** The first thread has a communicator of its own, the others have tags of their own. */
    private static void run(String file, long seed) throws Exception {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        int me = MPI.COMM_WORLD.getRank();
        Comm own = MPI.COMM_WORLD.dup();
        List<FutureTask<String>> courses = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Comm comm = t == 0 ? own : MPI.COMM_WORLD;
            int tag = t;
            Random random = new Random(seed + THREADS * me + t);
            FutureTask<String> course =
                    new FutureTask<>(
                            () -> me == 0 ? receive(comm, tag, random) : send(comm, tag, random));
            courses.add(course);
            threads.add(Thread.ofPlatform().name("course " + t).unstarted(course));
        }
        // In another order each time.
        for (int i = 0; i < THREADS; i++) {
            threads.get((int) Math.floorMod(seed + i, (long) THREADS)).start();
        }
        StringBuilder trace = new StringBuilder();
        for (FutureTask<String> course : courses) {
            trace.append(course.get()).append('\n');
        }
        if (me == 0) {
            Files.writeString(Path.of(file), trace);
        }
        MPI.Finalize();
    }

    private static String send(Comm comm, int tag, Random random) throws Exception {
        for (int i = 0; i < SENT; i++) {
            Thread.sleep(0, random.nextInt(600_000));
            comm.send(new int[] {i}, 1, MPI.INT, 0, tag);
        }
        return "";
    }

    private static String receive(Comm comm, int tag, Random random) throws Exception {
        StringBuilder trace = new StringBuilder();
        int[] data = new int[1];
        for (int left = SENT * (comm.getSize() - 1); left > 0; left--) {
            Thread.sleep(0, random.nextInt(300_000));
            Status status =
                    switch (left % 3) {
                        case 0 -> comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, tag);
                        case 1 -> probed(comm, tag, data, trace);
                        default -> tested(comm, tag, data, trace);
                    };
            trace.append(status.getSource()).append(':').append(data[0]).append(' ');
        }
        return trace.toString();
    }

    private static Status probed(Comm comm, int tag, int[] data, StringBuilder trace)
            throws Exception {
        Status found;
        while ((found = comm.iProbe(MPI.ANY_SOURCE, tag)) == null) {
            trace.append('-');
        }
        return comm.recv(data, 1, MPI.INT, found.getSource(), tag);
    }

    private static Status tested(Comm comm, int tag, int[] data, StringBuilder trace)
            throws Exception {
        Request request = comm.iRecv(data, 1, MPI.INT, MPI.ANY_SOURCE, tag);
        Status status;
        while ((status = request.testStatus()) == null) {
            trace.append('+');
        }
        return status;
    }
}
