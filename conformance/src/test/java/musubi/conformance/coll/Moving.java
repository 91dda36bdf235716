package musubi.conformance.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Calls.Parts;
import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

/** Sections 6.3 to 6.8: barrier and the collectives that move data. */
public final class Moving {
    private Moving() {}

    /**
     * Displacements of blocks of 1, 2, 3, … entries for rank 0, 1, 2, …, with gaps of one entry.
     */
    record Uneven(int[] counts, int[] at, int length) {
        static Uneven of(int ranks) {
            int[] counts = new int[ranks];
            int[] at = new int[ranks];
            int end = 0;
            for (int r = 0; r < ranks; r++) {
                counts[r] = r + 1;
                at[r] = end;
                end += counts[r] + 1;
            }
            return new Uneven(counts, at, end);
        }

        /** The result when rank r contributes r, r + 1, r + 2, …; -1 in the gaps. */
        int[] filled() {
            int[] all = new int[length];
            java.util.Arrays.fill(all, -1);
            for (int r = 0; r < counts.length; r++) {
                for (int i = 0; i < counts[r]; i++) {
                    all[at[r] + i] = r + i;
                }
            }
            return all;
        }
    }

    @Case(
            section = "6.3",
            calls = {"Comm.barrier"},
            says = "No rank leaves a barrier before the last one has entered it.")
    static void barrier(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int round = 0; round < 3; round++) {
            // Messages that rank 0 sent before the barrier are received after it, in order.
            if (me == 0) {
                for (int r = 1; r < size; r++) {
                    form.calls().send(comm, Mode.STANDARD, form.ints(round), 1, r, 0);
                }
            }
            form.calls().barrier(comm);
            if (me != 0) {
                Ints in = form.zeros(1);
                form.calls().recv(comm, in, 1, 0, 0);
                in.expect(round);
            }
            form.calls().barrier(comm);
        }
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast"},
            says = "A broadcast sends the root's data to all ranks, whichever rank is the root.")
    static void bcast(Intracomm comm, Form form) {
        for (int root = 0; root < comm.getSize(); root++) {
            Ints buf = form.zeros(3);
            if (comm.getRank() == root) {
                buf.ramp(root * 7);
            }
            form.calls().bcast(comm, buf, 3, root);
            buf.expectRamp(root * 7);
        }
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast"},
            says = "A broadcast of many entries is complete.")
    static void bcastOfMany(Intracomm comm, Form form) {
        for (int n : new int[] {1000, 30_000, 200_000}) {
            Ints buf = form.zeros(n);
            int root = comm.getSize() - 1;
            if (comm.getRank() == root) {
                buf.ramp(n);
            }
            form.calls().bcast(comm, buf, n, root);
            assertEquals(n, buf.get(0));
            assertEquals(2 * n - 1, buf.get(n - 1));
            assertEquals(n + n / 2, buf.get(n / 2));
        }
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast"},
            says = "A broadcast of no entries needs no buffer.")
    static void bcastOfNothing(Intracomm comm, Form form) {
        form.calls().bcast(comm, null, 0, 0);
        Ints buf = form.ints(3);
        form.calls().bcast(comm, buf, 0, 0);
        buf.expect(3);
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gather"},
            says = "Gather stores the data of rank i as block i of the root's buffer.")
    static void gather(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int root = 0; root < size; root++) {
            Ints all = me == root ? form.zeros(2 * size) : null;
            form.calls().gather(comm, form.ints(me, root), 2, all, root);
            for (int r = 0; r < size && me == root; r++) {
                assertEquals(r, all.get(2 * r));
                assertEquals(root, all.get(2 * r + 1));
            }
        }
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gatherv"},
            says = "Gatherv gathers different counts from the ranks and does not change the gaps.")
    static void gatherv(Intracomm comm, Form form) {
        int me = comm.getRank();
        Uneven parts = Uneven.of(comm.getSize());
        int root = comm.getSize() / 2;
        Ints all = me == root ? form.zeros(parts.length).fill(-1) : null;
        form.calls()
                .gatherv(
                        comm,
                        form.zeros(me + 1).ramp(me),
                        me + 1,
                        new Parts(all, parts.counts, parts.at),
                        root);
        if (me == root) {
            all.expect(parts.filled());
        }
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatter"},
            says = "Scatter sends block i of the root's buffer to rank i.")
    static void scatter(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int root = 0; root < size; root++) {
            Ints all = me == root ? form.zeros(3 * size).ramp(root) : null;
            Ints mine = form.zeros(3);
            form.calls().scatter(comm, all, 3, mine, root);
            mine.expectRamp(root + 3 * me);
        }
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatterv"},
            says = "Scatterv sends different counts to the ranks, from any displacements.")
    static void scatterv(Intracomm comm, Form form) {
        int me = comm.getRank();
        Uneven parts = Uneven.of(comm.getSize());
        int root = comm.getSize() - 1;
        Ints all = me == root ? form.zeros(parts.length).set(parts.filled()) : null;
        Ints mine = form.zeros(me + 1);
        form.calls().scatterv(comm, new Parts(all, parts.counts, parts.at), mine, me + 1, root);
        mine.expectRamp(me);
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatterv", "Comm.gatherv"},
            says = "A rank may contribute or receive no entries.")
    static void emptyParts(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] counts = new int[size];
        counts[size - 1] = 2;
        Ints all = me == 0 ? form.ints(8, 9) : null;
        Ints mine = form.zeros(2);
        int[] at = new int[size];
        form.calls().scatterv(comm, new Parts(all, counts, at), mine, counts[me], 0);
        mine.expect(me == size - 1 ? new int[] {8, 9} : new int[2]);
        Ints back = me == 0 ? form.zeros(2) : null;
        form.calls().gatherv(comm, mine, counts[me], new Parts(back, counts, at), 0);
        if (me == 0) {
            back.expect(8, 9);
        }
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGather"},
            says = "Allgather has the result of gather on all ranks.")
    static void allgather(Intracomm comm, Form form) {
        int size = comm.getSize();
        for (int n : new int[] {1, 3, 2500}) {
            Ints all = form.zeros(n * size);
            form.calls().allgather(comm, form.zeros(n).ramp(comm.getRank() * n), n, all);
            all.expectRamp(0);
        }
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGatherv"},
            says =
                    "Allgatherv gathers different counts from the ranks and does not change the"
                            + " gaps.")
    static void allgatherv(Intracomm comm, Form form) {
        int me = comm.getRank();
        Uneven parts = Uneven.of(comm.getSize());
        Ints all = form.zeros(parts.length).fill(-1);
        form.calls()
                .allgatherv(
                        comm,
                        form.zeros(me + 1).ramp(me),
                        me + 1,
                        new Parts(all, parts.counts, parts.at));
        all.expect(parts.filled());
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAll"},
            says = "Alltoall transposes: part j of rank i becomes part i of rank j.")
    static void alltoall(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int n : new int[] {1, 2, 700}) {
            Ints out = form.zeros(n * size);
            for (int i = 0; i < n * size; i++) {
                out.put(i, me * 100_000 + i);
            }
            Ints in = form.zeros(n * size);
            form.calls().alltoall(comm, out, n, in);
            for (int i = 0; i < n * size; i++) {
                assertEquals(i / n * 100_000 + me * n + i % n, in.get(i));
            }
        }
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAllv"},
            says = "Alltoallv transfers a different count between each two ranks.")
    static void alltoallv(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        // Rank i sends j + 1 entries to rank j, so rank j gets j + 1 of each.
        Uneven out = Uneven.of(size);
        int[] counts = new int[size];
        int[] at = new int[size];
        for (int r = 0; r < size; r++) {
            counts[r] = me + 1;
            at[r] = (size - 1 - r) * (me + 1);
        }
        Ints from = form.zeros(out.length()).fill(-1);
        for (int r = 0; r < size; r++) {
            for (int i = 0; i <= r; i++) {
                from.put(out.at()[r] + i, me * 1000 + r * 10 + i);
            }
        }
        Ints to = form.zeros(size * (me + 1));
        form.calls()
                .alltoallv(
                        comm, new Parts(from, out.counts(), out.at()), new Parts(to, counts, at));
        for (int r = 0; r < size; r++) {
            for (int i = 0; i <= me; i++) {
                assertEquals(r * 1000 + me * 10 + i, to.get(at[r] + i));
            }
        }
    }

    @Case(
            section = "6.4",
            calls = {"Intracomm.Bcast", "MPI.OBJECT"},
            says = "Objects can be broadcast.")
    static void bcastOfObjects(Intracomm comm) {
        int root = comm.getSize() - 1;
        Object[] buf = new Object[3];
        if (comm.getRank() == root) {
            buf[1] = "one";
            buf[2] = new int[] {1, 2};
        }
        comm.Bcast(buf, 1, 2, MPI.OBJECT, root);
        assertEquals("one", buf[1]);
        assertArrayEquals(new int[] {1, 2}, (int[]) buf[2]);
    }

    @Case(
            section = "6.5",
            calls = {"Intracomm.Gather", "Intracomm.Allgather", "MPI.OBJECT"},
            says = "Objects of different sizes can be gathered.")
    static void gatherOfObjects(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        Object[] mine = {"x".repeat(10 * me)};
        Object[] all = new Object[size];
        comm.Gather(mine, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, 0);
        for (int r = 0; r < size && me == 0; r++) {
            assertEquals("x".repeat(10 * r), all[r]);
        }
        Object[] everywhere = new Object[size];
        comm.Allgather(mine, 0, 1, MPI.OBJECT, everywhere, 0, 1, MPI.OBJECT);
        for (int r = 0; r < size; r++) {
            assertEquals("x".repeat(10 * r), everywhere[r]);
        }
    }

    @Case(
            section = "6.6",
            calls = {"Intracomm.Scatter", "Intracomm.Alltoall", "MPI.OBJECT"},
            says = "Objects can be scattered and exchanged among all.")
    static void scatterOfObjects(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        Object[] all = new Object[size];
        for (int r = 0; r < size; r++) {
            all[r] = me + " for " + r;
        }
        Object[] mine = new Object[1];
        comm.Scatter(all, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, 0);
        assertEquals("0 for " + me, mine[0]);
        Object[] in = new Object[size];
        comm.Alltoall(all, 0, 1, MPI.OBJECT, in, 0, 1, MPI.OBJECT);
        for (int r = 0; r < size; r++) {
            assertEquals(r + " for " + me, in[r]);
        }
    }

    @Case(
            section = "6.13",
            calls = {"Comm.bcast", "Comm.send", "Comm.recv"},
            says = "Collectives and point-to-point messages do not interfere.",
            ranks = 2)
    static void apartFromMessages(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 1, 0);
        }
        Ints buf = form.ints(comm.getRank() == 0 ? 5 : 0);
        form.calls().bcast(comm, buf, 1, 0);
        buf.expect(5);
        if (comm.getRank() == 1) {
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, MPI.ANY_SOURCE, MPI.ANY_TAG);
            in.expect(1);
        }
    }

    @Case(
            section = "6.13",
            calls = {"Comm.bcast", "Comm.dup"},
            says = "Collectives in two communicators do not interfere.")
    static void apartByCommunicator(Intracomm comm, Form form) {
        Intracomm other = comm.dup();
        boolean isRoot = comm.getRank() == 0;
        for (int i = 0; i < 10; i++) {
            Ints one = form.ints(isRoot ? i : -1);
            Ints two = form.ints(isRoot ? 100 + i : -1);
            form.calls().bcast(comm, one, 1, 0);
            form.calls().bcast(other, two, 1, 0);
            one.expect(i);
            two.expect(100 + i);
        }
        other.free();
    }

    @Case(
            section = "6.12",
            calls = {"Comm.bcast", "Comm.gather", "Comm.allReduce", "Comm.barrier"},
            says = "Each of a series of collectives of different kinds and roots has its result.")
    static void manyInARow(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int round = 0; round < 8; round++) {
            int root = round % size;
            Ints buf = form.ints(me == root ? round : -1);
            form.calls().bcast(comm, buf, 1, root);
            buf.expect(round);
            Ints sum = form.zeros(1);
            form.calls().allreduce(comm, form.ints(me + round), sum, 1, MPI.SUM);
            sum.expect(size * (size - 1) / 2 + size * round);
            Ints all = me == root ? form.zeros(size) : null;
            form.calls().gather(comm, form.ints(me), 1, all, root);
            if (me == root) {
                all.expectRamp(0);
            }
            form.calls().barrier(comm);
        }
    }

    @Case(
            section = "6.2.2",
            calls = {"Comm.bcast", "Intracomm.split", "Comm.allReduce"},
            says = "Collectives run in communicators of some of the ranks.")
    static void subsets(Intracomm comm, Form form) {
        int me = comm.getRank();
        Intracomm half = comm.split(me % 2, -me);
        int size = half.getSize();
        Ints buf = form.ints(half.getRank() == 0 ? me : -1);
        form.calls().bcast(half, buf, 1, 0);
        // The key reverses the order: the first rank is the last of its parity.
        int last = comm.getSize() - 1;
        buf.expect((last - me) % 2 == 0 ? last : last - 1);
        Ints sum = form.zeros(1);
        form.calls().allreduce(half, form.ints(1), sum, 1, MPI.SUM);
        sum.expect(size);
        half.free();
    }
}
