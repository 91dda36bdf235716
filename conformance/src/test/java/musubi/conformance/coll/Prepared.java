package musubi.conformance.coll;

import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

import musubi.conformance.Case;
import musubi.conformance.Expect;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.coll.Moving.Uneven;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Section 6.13: persistent collectives. */
public final class Prepared {
    private static final int ROUNDS = 4;

    private Prepared() {}

    /** Runs an operation several times, each with an action before and after it. */
    private static void run(Form form, Prequest request, IntConsumer before, IntConsumer after) {
        for (int round = 0; round < ROUNDS; round++) {
            before.accept(round);
            form.calls().start(request);
            form.calls().await(request);
            assertFalse(request.isNull());
            after.accept(round);
        }
        form.calls().free(request);
        assertTrue(request.isNull());
    }

    private static int[] ones(int n) {
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Case(
            section = "6.13.1",
            calls = {"Comm.barrierInit", "Prequest.start"},
            says = "A persistent barrier completes at each start only when all have started it.",
            ranks = 2)
    static void barrier(Intracomm comm) {
        Prequest request = comm.barrierInit();
        for (int round = 0; round < ROUNDS; round++) {
            if (comm.getRank() == 0) {
                request.start();
                for (int i = 0; i < 20; i++) {
                    assertFalse(request.test());
                }
                for (int r = 1; r < comm.getSize(); r++) {
                    Expect.signal(comm, r);
                }
            } else {
                Expect.await(comm, 0);
                request.start();
            }
            request.waitFor();
        }
        request.free();
        Prequest capitalised = comm.Barrier_init();
        capitalised.Start();
        capitalised.Wait();
        capitalised.Free();
    }

    @Case(
            section = "6.13.2",
            calls = {"Comm.bcastInit"},
            says = "A persistent broadcast sends the root's buffer as it is at each start.")
    static void bcast(Intracomm comm, Form form) {
        int root = comm.getSize() - 1;
        for (int n : new int[] {1, 3, 20_000}) {
            Ints buf = form.zeros(n);
            Object b = buf.argument();
            Prequest request =
                    form.isUpper()
                            ? comm.Bcast_init(b, buf.offset(), n, MPI.INT, root)
                            : comm.bcastInit(b, n, MPI.INT, root);
            run(
                    form,
                    request,
                    round -> buf.ramp(comm.getRank() == root ? 5 * round : -1),
                    round -> buf.expectRamp(5 * round));
        }
    }

    @Case(
            section = "6.13.3",
            calls = {"Comm.gatherInit"},
            says = "A persistent gather collects the current data on the root at each start.")
    static void gather(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints out = form.zeros(2);
        Ints in = form.zeros(me == 0 ? 2 * comm.getSize() : 0);
        Object o = out.argument();
        Object i = in.argument();
        Prequest request =
                form.isUpper()
                        ? comm.Gather_init(
                                o, out.offset(), 2, MPI.INT, i, in.offset(), 2, MPI.INT, 0)
                        : comm.gatherInit(o, 2, MPI.INT, i, 2, MPI.INT, 0);
        run(form, request, round -> out.ramp(2 * me + round), round -> in.expectRamp(round));
    }

    @Case(
            section = "6.13.3",
            calls = {"Comm.gathervInit"},
            says = "A persistent gatherv stores blocks at the displacements of its initialisation.")
    static void gatherv(Intracomm comm, Form form) {
        int me = comm.getRank();
        Uneven uneven = Uneven.of(comm.getSize());
        Ints out = form.zeros(me + 1);
        Ints in = form.zeros(uneven.length());
        Object o = out.argument();
        Object i = in.argument();
        int[] counts = uneven.counts().clone();
        Prequest request =
                form.isUpper()
                        ? comm.Gatherv_init(
                                o,
                                out.offset(),
                                me + 1,
                                MPI.INT,
                                i,
                                in.offset(),
                                counts,
                                uneven.at(),
                                MPI.INT,
                                0)
                        : comm.gathervInit(o, me + 1, MPI.INT, i, counts, uneven.at(), MPI.INT, 0);
        run(
                form,
                request,
                round -> {
                    out.ramp(me);
                    in.fill(-1);
                },
                round -> {
                    if (me == 0) {
                        in.expect(uneven.filled());
                    }
                });
    }

    @Case(
            section = "6.13.4",
            calls = {"Comm.scatterInit", "Comm.scattervInit"},
            says = "Persistent scatters send the root's current data at each start.")
    static void scatter(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] ones = ones(size);
        int[] at = ramp(size, 0);
        Ints out = form.zeros(size);
        Ints in = form.zeros(1);
        Object o = out.argument();
        Object i = in.argument();
        int a = out.offset();
        int b = in.offset();
        Prequest[] both =
                form.isUpper()
                        ? new Prequest[] {
                            comm.Scatter_init(o, a, 1, MPI.INT, i, b, 1, MPI.INT, 0),
                            comm.Scatterv_init(o, a, ones, at, MPI.INT, i, b, 1, MPI.INT, 0)
                        }
                        : new Prequest[] {
                            comm.scatterInit(o, 1, MPI.INT, i, 1, MPI.INT, 0),
                            comm.scattervInit(o, ones, at, MPI.INT, i, 1, MPI.INT, 0)
                        };
        for (Prequest request : both) {
            run(form, request, out::ramp, round -> in.expect(round + me));
        }
    }

    @Case(
            section = "6.13.5",
            calls = {"Comm.allGatherInit", "Comm.allGathervInit"},
            says = "Persistent allgathers gather the current data on all ranks at each start.")
    static void allGather(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] ones = ones(size);
        int[] at = ramp(size, 0);
        Ints out = form.zeros(1);
        Ints in = form.zeros(size);
        Object o = out.argument();
        Object i = in.argument();
        int a = out.offset();
        int b = in.offset();
        Prequest[] both =
                form.isUpper()
                        ? new Prequest[] {
                            comm.Allgather_init(o, a, 1, MPI.INT, i, b, 1, MPI.INT),
                            comm.Allgatherv_init(o, a, 1, MPI.INT, i, b, ones, at, MPI.INT)
                        }
                        : new Prequest[] {
                            comm.allGatherInit(o, 1, MPI.INT, i, 1, MPI.INT),
                            comm.allGathervInit(o, 1, MPI.INT, i, ones, at, MPI.INT)
                        };
        for (Prequest request : both) {
            run(form, request, round -> out.put(0, me + round), in::expectRamp);
        }
    }

    @Case(
            section = "6.13.6",
            calls = {"Comm.allToAllInit", "Comm.allToAllvInit"},
            says = "Persistent all-to-alls transpose the current data at each start.")
    static void allToAll(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] ones = ones(size);
        int[] at = ramp(size, 0);
        Ints out = form.zeros(size);
        Ints in = form.zeros(size);
        Object o = out.argument();
        Object i = in.argument();
        int a = out.offset();
        int b = in.offset();
        Prequest[] both =
                form.isUpper()
                        ? new Prequest[] {
                            comm.Alltoall_init(o, a, 1, MPI.INT, i, b, 1, MPI.INT),
                            comm.Alltoallv_init(o, a, ones, at, MPI.INT, i, b, ones, at, MPI.INT)
                        }
                        : new Prequest[] {
                            comm.allToAllInit(o, 1, MPI.INT, i, 1, MPI.INT),
                            comm.allToAllvInit(o, ones, at, MPI.INT, i, ones, at, MPI.INT)
                        };
        for (Prequest request : both) {
            run(
                    form,
                    request,
                    round -> out.ramp(100 * me + round),
                    round -> {
                        int[] expected = new int[size];
                        Arrays.setAll(expected, r -> 100 * r + me + round);
                        in.expect(expected);
                    });
        }
    }

    @Case(
            section = "6.13.6",
            calls = {"Comm.allToAllwInit"},
            says = "A persistent alltoallw has a type and a displacement in bytes for each rank.")
    static void allToAllw(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] ones = ones(size);
        int[] bytes = new int[size];
        Arrays.setAll(bytes, r -> 4 * (size - 1 - r));
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        int[] out = new int[size];
        int[] in = new int[size];
        Prequest request = comm.allToAllwInit(out, ones, bytes, types, in, ones, bytes, types);
        run(
                Form.LOWER_ARRAY,
                request,
                round -> Arrays.setAll(out, i -> 100 * me + size - 1 - i + round),
                round -> {
                    for (int r = 0; r < size; r++) {
                        assertEquals(100 * r + me + round, in[size - 1 - r]);
                    }
                });
    }

    @Case(
            section = "6.13.7",
            calls = {"Comm.reduceInit", "Comm.allReduceInit"},
            says = "Persistent reductions combine the current data at each start.")
    static void reduce(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int sum = size * (size - 1) / 2;
        Ints out = form.zeros(2);
        Ints one = form.zeros(2);
        Ints all = form.zeros(2);
        Object o = out.argument();
        int a = out.offset();
        Prequest[] both =
                form.isUpper()
                        ? new Prequest[] {
                            comm.Reduce_init(
                                    o, a, one.argument(), one.offset(), 2, MPI.INT, MPI.SUM, 0),
                            comm.Allreduce_init(
                                    o, a, all.argument(), all.offset(), 2, MPI.INT, MPI.SUM)
                        }
                        : new Prequest[] {
                            comm.reduceInit(o, one.argument(), 2, MPI.INT, MPI.SUM, 0),
                            comm.allReduceInit(o, all.argument(), 2, MPI.INT, MPI.SUM)
                        };
        for (int round = 0; round < ROUNDS; round++) {
            out.ramp(me + round);
            form.calls().startAll(both);
            form.calls().waitAll(both);
            int first = sum + size * round;
            all.expect(first, first + size);
            one.expect(me == 0 ? first : 0, me == 0 ? first + size : 0);
        }
        form.calls().free(both[0]);
        form.calls().free(both[1]);
    }

    @Case(
            section = "6.13.10",
            calls = {"Comm.reduceScatterInit", "Comm.reduceScatterBlockInit"},
            says = "Persistent reduce-scatters combine and scatter the current data at each start.")
    static void reduceScatter(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        Ints out = form.zeros(size);
        Ints in = form.zeros(1);
        Object o = out.argument();
        Object i = in.argument();
        int[] ones = ones(size);
        Prequest request =
                form.isUpper()
                        ? comm.Reduce_scatter_init(
                                o, out.offset(), i, in.offset(), ones, MPI.INT, MPI.SUM)
                        : comm.reduceScatterInit(o, i, ones, MPI.INT, MPI.SUM);
        run(form, request, out::ramp, round -> in.expect(size * (me + round)));
        if (!form.isUpper()) {
            Prequest equal = comm.reduceScatterBlockInit(o, i, 1, MPI.INT, MPI.SUM);
            run(form, equal, out::ramp, round -> in.expect(size * (me + round)));
        }
    }

    @Case(
            section = "6.13.11",
            calls = {"Intracomm.scanInit", "Intracomm.exScanInit"},
            says = "Persistent scans combine the current data up to each rank at each start.")
    static void scan(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints out = form.zeros(1);
        Ints to = form.zeros(1);
        Ints before = form.zeros(1);
        Object o = out.argument();
        Object t = to.argument();
        Object b = before.argument();
        int at = out.offset();
        Prequest[] both =
                form.isUpper()
                        ? new Prequest[] {
                            comm.Scan_init(o, at, t, to.offset(), 1, MPI.INT, MPI.SUM),
                            comm.Exscan_init(o, at, b, before.offset(), 1, MPI.INT, MPI.SUM)
                        }
                        : new Prequest[] {
                            comm.scanInit(o, t, 1, MPI.INT, MPI.SUM),
                            comm.exScanInit(o, b, 1, MPI.INT, MPI.SUM)
                        };
        for (int round = 0; round < ROUNDS; round++) {
            out.put(0, me + round);
            form.calls().startAll(both);
            form.calls().waitAll(both);
            to.expect(me * (me + 1) / 2 + (me + 1) * round);
            before.expect(me * (me - 1) / 2 + me * round);
        }
        form.calls().free(both[0]);
        form.calls().free(both[1]);
    }

    @Case(
            section = "6.13",
            calls = {"Comm.allReduceInit", "Comm.gatherInit", "Comm.allGatherInit"},
            says = "Persistent collectives run in place.")
    static void inPlace(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] sum = new int[1];
        int[] all = new int[size];
        int[] root = new int[me == 0 ? size : 1];
        Prequest[] requests = {
            comm.allReduceInit(sum, 1, MPI.INT, MPI.SUM),
            comm.allGatherInit(all, 1, MPI.INT),
            comm.gatherInit(root, 1, MPI.INT, 0)
        };
        for (int round = 0; round < ROUNDS; round++) {
            sum[0] = me;
            all[me] = me + round;
            root[0] = me + round;
            Prequest.startAll(requests);
            Request.waitAll(requests);
            assertEquals(size * (size - 1) / 2, sum[0]);
            assertArrayEquals(ramp(size, round), all);
            assertArrayEquals(me == 0 ? all : new int[] {me + round}, root);
        }
        for (Prequest request : requests) {
            request.free();
        }
    }

    @Case(
            section = "6.13",
            calls = {"Comm.allGathervInit", "Comm.allToAllvInit"},
            says = "Persistent collectives accept large counts and displacements.")
    static void largeCounts(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        long[] ones = new long[size];
        Arrays.fill(ones, 1);
        long[] at = new long[size];
        Arrays.setAll(at, r -> r);
        int[] all = new int[size];
        int[] in = new int[size];
        int[] mine = {me};
        Prequest gather = comm.allGathervInit(mine, 1L, MPI.INT, all, ones, at, MPI.INT);
        Prequest swap = comm.allToAllvInit(all, ones, at, MPI.INT, in, ones, at, MPI.INT);
        Arrays.fill(ones, 0);
        for (int round = 0; round < ROUNDS; round++) {
            mine[0] = me + round;
            gather.start();
            gather.waitFor();
            assertArrayEquals(ramp(size, round), all);
            swap.start();
            swap.waitFor();
            assertEquals(me + round, in[size - 1]);
        }
        gather.free();
        swap.free();
    }

    @Case(
            section = "6.13",
            calls = {"Comm.allReduceInit", "Comm.bcastInit", "Prequest.start"},
            says = "Ranks may start persistent collectives in different orders.")
    static void anyOrder(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] buf = new int[1];
        int[] sum = new int[1];
        int[] one = {1};
        Prequest[] requests = {
            comm.bcastInit(buf, 1, MPI.INT, 0), comm.allReduceInit(one, sum, 1, MPI.INT, MPI.SUM)
        };
        for (int round = 0; round < 3 * ROUNDS; round++) {
            buf[0] = me == 0 ? round : -1;
            int first = (me + round) % 2;
            requests[first].start();
            requests[1 - first].start();
            int max = one[0];
            int[] other = new int[1];
            comm.allReduce(new int[] {max}, other, 1, MPI.INT, MPI.MAX);
            assertEquals(1, other[0]);
            requests[first].waitFor();
            requests[1 - first].waitFor();
            assertEquals(round, buf[0]);
            assertEquals(size, sum[0]);
        }
        requests[0].free();
        requests[1].free();
    }

    @Case(
            section = "6.13",
            calls = {"Comm.allGatherInit", "Datatype.createVector", "Datatype.free"},
            says = "A persistent collective can use a type with gaps that has been freed.")
    static void gaps(Intracomm comm) {
        int size = comm.getSize();
        int me = comm.getRank();
        Datatype spread = Datatype.createVector(2, 1, 2, MPI.INT);
        spread.commit();
        int[] out = new int[3];
        int[] in = new int[3 * size];
        Prequest request = comm.allGatherInit(out, 1, spread, in, 1, spread);
        spread.free();
        for (int round = 0; round < ROUNDS; round++) {
            out[0] = me;
            out[2] = round;
            request.start();
            request.waitFor();
            for (int r = 0; r < size; r++) {
                assertEquals(r, in[3 * r]);
                assertEquals(0, in[3 * r + 1]);
                assertEquals(round, in[3 * r + 2]);
            }
        }
        request.free();
    }

    @Case(
            section = "6.13",
            calls = {"Comm.bcastInit", "MPI.OBJECT"},
            says = "Persistent collectives send the current objects at each start.")
    static void objects(Intracomm comm) {
        Object[] buf = new Object[1];
        Prequest request = comm.bcastInit(buf, 1, MPI.OBJECT, 0);
        for (int round = 0; round < ROUNDS; round++) {
            buf[0] = comm.getRank() == 0 ? "round " + round : null;
            request.start();
            request.waitFor();
            assertEquals("round " + round, buf[0]);
        }
        request.free();
    }

    @Case(
            section = "6.13",
            calls = {"Prequest.start", "Request.free"},
            says = "An active or a freed persistent collective cannot be started (ERR_REQUEST).")
    static void wrongStart(Intracomm comm) {
        Prequest request = comm.barrierInit();
        assertTrue(request.test());
        request.start();
        Expect.fails(MPI.ERR_REQUEST, request::start);
        Expect.fails(MPI.ERR_REQUEST, request::cancel);
        request.waitFor();
        request.free();
        Expect.fails(MPI.ERR_REQUEST, request::start);
    }

    @Case(
            section = "6.13",
            calls = {"Comm.bcastInit", "Comm.allReduceInit"},
            says = "Wrong arguments fail when a persistent collective is initialised.")
    static void wrongArguments(Intracomm comm) {
        int n = comm.getSize();
        int[] a = new int[2];
        Expect.fails(MPI.ERR_ROOT, () -> comm.bcastInit(a, 1, MPI.INT, n));
        Expect.fails(MPI.ERR_COUNT, () -> comm.bcastInit(a, -1, MPI.INT, 0));
        Expect.fails(MPI.ERR_BUFFER, () -> comm.bcastInit(a, 3, MPI.INT, 0));
        Expect.fails(MPI.ERR_OP, () -> comm.allReduceInit(a, a, 1, MPI.INT, null));
        Expect.fails(MPI.ERR_TOPOLOGY, () -> comm.neighborAllGatherInit(a, 1, MPI.INT, a, 1, null));
    }
}
