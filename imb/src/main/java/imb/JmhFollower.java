package imb;

import imb.operation.Benchmark;
import imb.operation.BenchmarkContext;
import imb.operation.BufferKind;
import imb.operation.Options;

import mpi.Intracomm;
import mpi.MPI;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Executes the commands of rank 0, on each rank including rank 0. */
final class JmhFollower {
    private static final String ECHO = "_echo";
    private static final int ROOT = 0;

    private static final int STOP = 0;
    private static final int CREATE = 1;
    private static final int RUN = 2;
    private static final int END = 3;
    private static final int WORDS = 6;

    private final int[] run = {RUN, 0, 0, 0, 0, 0};
    private final Intracomm world;
    private final List<BenchmarkContext> jobs = new ArrayList<>();
    private final List<Benchmark> benchmarks = new ArrayList<>();
    private ThreadTeam team;

    JmhFollower(Intracomm world) {
        this.world = world;
    }

    /** The benchmark of a name, which may end in _echo. */
    static BenchmarkDefinition definition(String name) {
        int length = name.endsWith(ECHO) ? name.length() - ECHO.length() : name.length();
        return BenchmarkCatalogue.named(List.of(name.substring(0, length))).getFirst();
    }

    /** At rank 0: creates a benchmark on all ranks. */
    void create(String name, int bytes, BufferKind kind, int threads) {
        send(
                new int[] {
                    CREATE,
                    BenchmarkCatalogue.ALL.indexOf(definition(name)),
                    bytes,
                    kind.ordinal(),
                    name.endsWith(ECHO) ? 1 : 0,
                    threads
                });
    }

    /** At rank 0: runs a batch on all ranks. */
    void run() {
        send(run);
    }

    /** At rank 0: ends a benchmark on all ranks. */
    void end() {
        send(new int[] {END, 0, 0, 0, 0, 0});
    }

    /** At rank 0: ends the other ranks' {@link #followAll}. */
    void stop() {
        send(new int[] {STOP, 0, 0, 0, 0, 0});
    }

    private void send(int[] command) {
        world.bcast(command, command.length, MPI.INT, ROOT);
        execute(command);
    }

    /** At the other ranks: executes commands until the last one. */
    void followAll() {
        int[] command = new int[WORDS];
        do {
            world.bcast(command, command.length, MPI.INT, ROOT);
            execute(command);
        } while (command[0] != STOP);
    }

    private void execute(int[] command) {
        switch (command[0]) {
            case CREATE -> create(command);
            case RUN -> {
                if (benchmarks.size() == 1) {
                    iterate(0);
                } else {
                    team.run(this::iterate);
                }
            }
            default -> free();
        }
    }

    private void iterate(int thread) {
        Benchmark benchmark = benchmarks.get(thread);
        for (int i = 0; i < ImbOnJmh.BATCH; i++) {
            benchmark.iterate();
        }
    }

    private void create(int[] command) {
        free();
        BenchmarkDefinition definition = BenchmarkCatalogue.ALL.get(command[1]);
        if (definition.isPair() && world.getSize() != 2) {
            throw new IllegalArgumentException(
                    definition.name()
                            + " requires two ranks: mpiexec -n 2; ranks="
                            + world.getSize());
        }
        String kind = BufferKind.values()[command[3]].name();
        List<String> words = new ArrayList<>(List.of("-buffers", kind));
        if (command[4] != 0) {
            words.add("-echo");
        }
        Options options =
                new Options(words.toArray(String[]::new), Set.of("buffers"), Set.of("echo"));
        int threads = definition.isThreaded() ? command[5] : 1;
        team = new ThreadTeam(threads);
        for (int i = 0; i < threads; i++) {
            Intracomm comm = threads == 1 ? world : world.dup();
            BenchmarkContext job = new BenchmarkContext(comm, options, i);
            jobs.add(job);
            benchmarks.add(definition.factory().create(job, command[2]));
        }
    }

    private void free() {
        benchmarks.forEach(Benchmark::end);
        if (jobs.size() > 1) {
            jobs.forEach(job -> job.comm.free());
        }
        jobs.clear();
        benchmarks.clear();
        if (team != null) {
            team.close();
            team = null;
        }
    }
}
