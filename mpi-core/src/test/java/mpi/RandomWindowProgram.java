package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A program of random accesses to a window, which each rank also carries out on a model of all
 * memory. In a phase a run of places is put by one rank, read by any, or updated by any with one
 * operation; so the result does not depend on the order of the ranks.
 */
final class RandomWindowProgram {
    private static final int PHASES = 4;
    private static final int PLACES = 96;
    private static final Op[] OPS = {MPI.SUM, MPI.MAX, MPI.BXOR};

    private final Random common;
    private final Random own;
    private final int me = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final long[][] model = new long[ranks][PLACES];
    private final String seedText;
    private final Win win;
    private final LongBuffer memory;
    private final List<Read> reads = new ArrayList<>();

    /** What a get of this rank has to find. */
    private record Read(LongBuffer found, long[] expected) {}

    /** An access of a rank; {@code stride} is 1 or 2 places. */
    private record Access(int origin, int target, int at, int count, int stride, int kind) {}

    /** A program that all ranks make from the same seed. */
    RandomWindowProgram(long seed) {
        common = new Random(seed);
        own = new Random(seed + 31 * me + 1);
        seedText = "seed=" + seed + " rank=" + me + " of " + ranks;
        Info hints = new Info();
        hints.set("mpi_accumulate_granularity", common.nextBoolean() ? "64" : "0");
        if (common.nextBoolean()) {
            win = Win.allocate(8L * PLACES, 8, hints, MPI.COMM_WORLD);
            memory = ((ByteBuffer) win.getBase()).asLongBuffer();
        } else {
            memory = MPI.newLongBuffer(PLACES);
            win = new Win(memory, PLACES, 1, hints, MPI.COMM_WORLD);
        }
        hints.free();
    }

    /** Runs the program; collective. */
    void run() {
        for (int phase = 0; phase < PHASES; phase++) {
            List<Access> mine = plan();
            Collections.shuffle(mine, own);
            int epoch = common.nextInt(4);
            begin(epoch);
            mine.forEach(access -> perform(access, epoch));
            end(epoch);
            check(phase);
            InJob.meet();
        }
        win.free();
    }

    /** The accesses of this rank; those of all are carried out on the model. */
    private List<Access> plan() {
        List<Access> mine = new ArrayList<>();
        reads.clear();
        for (int target = 0; target < ranks; target++) {
            for (int at = 0; at < PLACES; ) {
                int run = Math.min(1 + common.nextInt(24), PLACES - at);
                planRun(target, at, run, mine);
                at += run;
            }
        }
        return mine;
    }

    private void planRun(int target, int at, int run, List<Access> mine) {
        int kind = common.nextInt(2 + OPS.length);
        int stride = 1 + common.nextInt(2);
        int count = (run + stride - 1) / stride;
        int putter = common.nextInt(ranks);
        for (int origin = 0; origin < ranks; origin++) {
            if (kind == 0 ? origin == putter : common.nextBoolean()) {
                Access access = new Access(origin, target, at, count, stride, kind);
                if (kind != 1) {
                    applyToModel(access);
                }
                if (origin == me) {
                    mine.add(access);
                }
            }
        }
    }

    private void applyToModel(Access access) {
        for (int i = 0; i < access.count; i++) {
            int place = access.at + i * access.stride;
            long item = model[access.target][place];
            long operand = operand(access, i);
            model[access.target][place] =
                    switch (access.kind) {
                        case 0 -> operand;
                        case 2 -> item + operand;
                        case 3 -> Math.max(item, operand);
                        default -> item ^ operand;
                    };
        }
    }

    private static long operand(Access access, int i) {
        return 1_000_003L * (access.origin + 1) + 101L * access.at + i;
    }

    private void begin(int epoch) {
        switch (epoch) {
            case 0 -> win.fence(MPI.MODE_NOPRECEDE);
            case 1 -> win.lockAll(0);
            case 2 -> {
                Group all = win.getGroup();
                win.post(all, 0);
                win.start(all, 0);
                all.free();
            }
            default -> InJob.meet();
        }
    }

    private void perform(Access access, int epoch) {
        if (epoch == 3) {
            win.lock(own.nextBoolean() ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, access.target, 0);
        }
        Datatype type = MPI.LONG;
        int items = access.count;
        if (access.stride > 1) {
            type = Datatype.createVector(access.count, 1, access.stride, MPI.LONG);
            type.commit();
            items = 1;
        }
        LongBuffer data =
                own.nextBoolean()
                        ? MPI.newLongBuffer(access.count)
                        : LongBuffer.allocate(access.count);
        if (access.kind == 1) {
            long[] expected = new long[access.count];
            for (int i = 0; i < access.count; i++) {
                expected[i] = model[access.target][access.at + i * access.stride];
            }
            reads.add(new Read(data, expected));
            win.get(data, access.count, MPI.LONG, access.target, access.at, items, type);
        } else {
            for (int i = 0; i < access.count; i++) {
                data.put(i, operand(access, i));
            }
            if (access.kind == 0) {
                win.put(data, access.count, MPI.LONG, access.target, access.at, items, type);
            } else {
                Op op = OPS[access.kind - 2];
                win.accumulate(
                        data, access.count, MPI.LONG, access.target, access.at, items, type, op);
            }
        }
        if (type != MPI.LONG) {
            type.free();
        }
        if (epoch == 3) {
            win.unlock(access.target);
        } else if (epoch == 1 && own.nextInt(4) == 0) {
            win.flush(access.target);
        }
    }

    private void end(int epoch) {
        switch (epoch) {
            case 0 -> win.fence(MPI.MODE_NOSUCCEED);
            case 1 -> {
                win.unlockAll();
                InJob.meet();
            }
            case 2 -> {
                win.complete();
                win.waitFor();
            }
            default -> InJob.meet();
        }
        win.sync();
    }

    private void check(int phase) {
        String where = seedText + " phase=" + phase;
        for (Read read : reads) {
            for (int i = 0; i < read.expected.length; i++) {
                assertEquals(read.expected[i], read.found.get(i), where);
            }
        }
        for (int place = 0; place < PLACES; place++) {
            assertEquals(model[me][place], memory.get(place), where + " place=" + place);
        }
    }
}
