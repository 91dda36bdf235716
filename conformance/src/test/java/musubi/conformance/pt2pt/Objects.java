package musubi.conformance.pt2pt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** MPI.OBJECT of mpiJava and MPJ Express. */
public final class Objects {
    private Objects() {}

    /** A class of the program. */
    private static final class Point implements Serializable {
        private static final long serialVersionUID = 1L;

        private final int x;
        private final transient int y;
        private Point next;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.Send", "Comm.Recv", "MPI.OBJECT"},
            says = "Objects of the program's own classes arrive, without their transient fields.",
            ranks = 2)
    static void ownClass(Intracomm comm) {
        if (comm.getRank() == 0) {
            comm.Send(new Object[] {new Point(3, 4)}, 0, 1, MPI.OBJECT, 1, 0);
        } else if (comm.getRank() == 1) {
            Object[] in = new Object[1];
            Status status = comm.Recv(in, 0, 1, MPI.OBJECT, 0, 0);
            assertEquals(3, ((Point) in[0]).x);
            assertEquals(0, ((Point) in[0]).y);
            assertEquals(1, status.Get_count(MPI.OBJECT));
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.Send", "Comm.Recv", "MPI.OBJECT"},
            says = "Strings, boxed numbers, lists, maps and null can be sent as objects.",
            ranks = 2)
    static void classesOfTheJdk(Intracomm comm) {
        Object[] all = {
            "text", 42, 1.5, null, new ArrayList<>(List.of("a", "b")), Map.of("k", 1), 'c', 1L << 40
        };
        if (comm.getRank() == 0) {
            comm.Send(all, 0, all.length, MPI.OBJECT, 1, 0);
        } else if (comm.getRank() == 1) {
            Object[] in = new Object[all.length];
            comm.Recv(in, 0, in.length, MPI.OBJECT, 0, 0);
            assertArrayEquals(all, in);
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.Send", "Comm.Recv", "MPI.OBJECT"},
            says = "Rows of a matrix can be sent as objects, and replace those of the receiver.",
            ranks = 2)
    static void rows(Intracomm comm) {
        double[][] matrix = new double[3][2];
        if (comm.getRank() == 0) {
            matrix[1][1] = 7;
            comm.Send(matrix, 0, 3, MPI.OBJECT, 1, 0);
            assertEquals(7, matrix[1][1]);
        } else if (comm.getRank() == 1) {
            double[] before = matrix[1];
            comm.Recv(matrix, 0, 3, MPI.OBJECT, 0, 0);
            assertEquals(7, matrix[1][1]);
            assertEquals(0, before[1]);
            assertNotSame(before, matrix[1]);
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.Send", "Comm.Recv", "MPI.OBJECT"},
            says = "An offset selects the objects; the others do not change.",
            ranks = 2)
    static void offsets(Intracomm comm) {
        if (comm.getRank() == 0) {
            comm.Send(new String[] {"0", "1", "2", "3"}, 1, 2, MPI.OBJECT, 1, 0);
        } else if (comm.getRank() == 1) {
            String[] in = {"a", "b", "c", "d", "e"};
            Status status = comm.Recv(in, 2, 3, MPI.OBJECT, 0, 0);
            assertArrayEquals(new String[] {"a", "b", "1", "2", "e"}, in);
            assertEquals(2, status.count);
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.Send", "Comm.Recv", "MPI.OBJECT"},
            says = "References among the objects of a message are kept, also cyclic ones.",
            ranks = 2)
    static void sharedReferences(Intracomm comm) {
        if (comm.getRank() == 0) {
            Point a = new Point(1, 0);
            a.next = new Point(2, 0);
            a.next.next = a;
            comm.Send(new Object[] {a}, 0, 1, MPI.OBJECT, 1, 0);
        } else if (comm.getRank() == 1) {
            Object[] in = new Object[1];
            comm.Recv(in, 0, 1, MPI.OBJECT, 0, 0);
            Point a = (Point) in[0];
            assertEquals(2, a.next.x);
            assertSame(a, a.next.next);
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.Send", "Comm.Recv", "MPI.OBJECT"},
            says = "A large object arrives complete.",
            ranks = 2)
    static void large(Intracomm comm) {
        int n = 100_000;
        if (comm.getRank() == 0) {
            long[] numbers = new long[n];
            numbers[n - 1] = -5;
            comm.Send(new Object[] {numbers}, 0, 1, MPI.OBJECT, 1, 0);
        } else if (comm.getRank() == 1) {
            Object[] in = new Object[1];
            comm.Recv(in, 0, 1, MPI.OBJECT, 0, 0);
            assertEquals(n, ((long[]) in[0]).length);
            assertEquals(-5, ((long[]) in[0])[n - 1]);
        }
    }

    @Case(
            section = "3.7.2",
            calls = {"Comm.Isend", "Comm.Irecv", "MPI.OBJECT"},
            says = "Objects can be sent and received without blocking.")
    static void nonBlocking(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        Object[] in = new Object[size];
        Request[] requests = new Request[2 * size];
        for (int r = 0; r < size; r++) {
            requests[r] = comm.Irecv(in, r, 1, MPI.OBJECT, r, 1);
            Object[] out = {"from " + me + " to " + r};
            requests[size + r] = comm.Isend(out, 0, 1, MPI.OBJECT, r, 1);
        }
        Request.Waitall(requests);
        for (int r = 0; r < size; r++) {
            assertEquals("from " + r + " to " + me, in[r]);
        }
    }

    @Case(
            section = "3.10",
            calls = {"Comm.Sendrecv", "Comm.Sendrecv_replace", "MPI.OBJECT"},
            says = "Objects can be exchanged in one call.")
    static void exchange(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int right = (me + 1) % size;
        int left = (me + size - 1) % size;
        Object[] in = new Object[1];
        Object[] out = {me};
        comm.Sendrecv(out, 0, 1, MPI.OBJECT, right, 0, in, 0, 1, MPI.OBJECT, left, 0);
        assertEquals(left, in[0]);
        comm.Sendrecv_replace(out, 0, 1, MPI.OBJECT, right, 0, left, 0);
        assertEquals(left, out[0]);
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.Probe", "Status.Get_count", "MPI.OBJECT"},
            says = "A probe returns the number of objects in a message.",
            ranks = 2)
    static void probe(Intracomm comm) {
        if (comm.getRank() == 0) {
            comm.Send(new Object[] {"a", "b", "c"}, 0, 3, MPI.OBJECT, 1, 0);
        } else if (comm.getRank() == 1) {
            Status status = comm.Probe(0, MPI.ANY_TAG);
            assertEquals(3, status.Get_count(MPI.OBJECT));
            Object[] in = new Object[3];
            comm.Recv(in, 0, 3, MPI.OBJECT, 0, 0);
            assertEquals("c", in[2]);
            assertNull(comm.Iprobe(0, 0));
        }
    }

    @Case(
            section = "3.9",
            calls = {"Comm.Send_init", "Comm.Recv_init", "MPI.OBJECT"},
            says = "A persistent send of objects sends the elements of the array at each start.",
            ranks = 2)
    static void persistent(Intracomm comm) {
        Object[] buf = new Object[1];
        if (comm.getRank() == 0) {
            mpi.Prequest request = comm.Send_init(buf, 0, 1, MPI.OBJECT, 1, 0);
            for (int i = 0; i < 3; i++) {
                buf[0] = "round " + i;
                request.Start();
                request.Wait();
            }
            request.Free();
        } else if (comm.getRank() == 1) {
            mpi.Prequest request = comm.Recv_init(buf, 0, 1, MPI.OBJECT, 0, 0);
            for (int i = 0; i < 3; i++) {
                request.Start();
                request.Wait();
                assertEquals("round " + i, buf[0]);
            }
            request.Free();
        }
    }
}
