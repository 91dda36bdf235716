package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import musubi.conformance.Case;

import java.nio.IntBuffer;

/** Section 7.4.2: creation of communicators, and separation of their messages. */
public final class Making {
    private Making() {}

    @Case(
            section = "7.4.2",
            calls = {"Comm.dup", "Comm.recv"},
            says = "A message in a communicator is not received in its duplicate.")
    static void apart(Intracomm comm) {
        Intracomm copy = comm.dup();
        int[] in = {-1};
        int[] inCopy = {-1};
        Request first = comm.iSend(IntBuffer.wrap(new int[] {1}), 1, MPI.INT, behind(comm), 4);
        Request second = copy.iSend(IntBuffer.wrap(new int[] {2}), 1, MPI.INT, behind(comm), 4);
        copy.recv(inCopy, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        comm.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Request.waitAll(new Request[] {first, second});
        assertEquals(1, in[0]);
        assertEquals(2, inCopy[0]);
        copy.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split"},
            says = "Split orders ranks by key, equal keys by old rank.",
            ranks = 3)
    static void keys(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        Intracomm part = comm.split(5, me == 0 ? 1 : 0);
        assertEquals(me == 0 ? n - 1 : me - 1, part.getRank());
        part.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split"},
            says = "Keys may be negative.")
    static void negativeKeys(Intracomm comm) {
        Intracomm part = comm.split(0, -10 * comm.getRank());
        assertEquals(comm.getSize() - 1 - comm.getRank(), part.getRank());
        int[] who = {part.getRank() == 0 ? comm.getRank() : -1};
        part.bcast(who, 1, MPI.INT, 0);
        assertEquals(comm.getSize() - 1, who[0]);
        part.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split"},
            says = "The parts of a split are used concurrently and independently.")
    static void parts(Intracomm comm) {
        int me = comm.getRank();
        Intracomm part = comm.split(me % 2, me);
        int[] sum = {me};
        part.allReduce(sum, 1, MPI.INT, MPI.SUM);
        int expected = 0;
        for (int i = me % 2; i < comm.getSize(); i += 2) {
            expected += i;
        }
        assertEquals(expected, sum[0]);
        Intracomm again = part.split(part.getRank() / 2, 0);
        assertTrue(again.getSize() <= 2);
        again.free();
        part.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split", "MPI.UNDEFINED"},
            says = "All ranks may pass the colour UNDEFINED; then no rank gets a communicator.")
    static void allUndefined(Intracomm comm) {
        Intracomm part = comm.split(MPI.UNDEFINED, 0);
        assertTrue(part == null || part.isNull());
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split"},
            says = "A negative colour other than UNDEFINED is an error.")
    static void wrongColour(Intracomm comm) {
        fails(MPI.ERR_ARG, () -> comm.split(-7, 0));
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.splitType", "Comm.TYPE_SHARED"},
            says = "Split_type groups the ranks of a node, ordered by key.")
    static void splitType(Intracomm comm) {
        Intracomm node = comm.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        assertTrue(node.getSize() >= 1 && node.getSize() <= comm.getSize());
        int[] sum = {1};
        node.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(node.getSize(), sum[0]);
        node.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.splitType", "MPI.UNDEFINED"},
            says = "A rank that passes UNDEFINED to split_type gets no communicator.")
    static void splitTypeOff(Intracomm comm) {
        boolean out = comm.getRank() == comm.getSize() - 1;
        Intracomm node = comm.splitType(out ? MPI.UNDEFINED : Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        if (out) {
            assertTrue(node == null || node.isNull());
        } else {
            assertTrue(node.getSize() < comm.getSize());
            node.free();
        }
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.createGroup"},
            says = "Only the members of the group call create_group.",
            ranks = 2)
    static void createGroup(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        if (me > 0) {
            Group group = comm.getGroup().excl(new int[] {0});
            Intracomm part = comm.createGroup(group, 17);
            assertEquals(n - 1, part.getSize());
            assertEquals(me - 1, part.getRank());
            int[] sum = {me};
            part.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertEquals(n * (n - 1) / 2, sum[0]);
            part.free();
        }
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.create"},
            says = "Disjoint groups create several communicators in one call of create.",
            ranks = 2)
    static void createSeveral(Intracomm comm) {
        int n = comm.getSize();
        boolean low = comm.getRank() < n / 2;
        int[] half = low ? ramp(n / 2, 0) : ramp(n - n / 2, n / 2);
        Intracomm part = comm.create(comm.getGroup().incl(half));
        assertEquals(half.length, part.getSize());
        assertEquals(comm.getRank() - half[0], part.getRank());
        part.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.create"},
            says = "Ranks of the new communicator are those of the group.")
    static void createOrdered(Intracomm comm) {
        int n = comm.getSize();
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = n - 1 - i;
        }
        Intracomm turned = comm.Create(comm.getGroup().incl(order));
        assertEquals(n - 1 - comm.getRank(), turned.getRank());
        assertEquals(n > 1 ? MPI.SIMILAR : MPI.CONGRUENT, Comm.compare(comm, turned));
        turned.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Comm.iDup", "Comm.getRequest"},
            says = "Several idups may be in flight at once.")
    static void severalIDups(Intracomm comm) {
        Intracomm first = comm.iDup();
        Intracomm second = comm.iDup();
        Request.waitAll(new Request[] {second.getRequest(), first.getRequest()});
        assertEquals(MPI.CONGRUENT, Comm.compare(first, second));
        first.barrier();
        second.barrier();
        first.free();
        second.free();
    }

    @Case(
            section = "7.4.4",
            calls = {"Comm.setInfo", "Comm.getInfo", "Comm.dup", "Comm.dupWithInfo"},
            says = "Dup copies no hints; dupWithInfo sets the given ones.")
    static void dupWithInfo(Intracomm comm) {
        Info info = new Info();
        info.set("musubi_case", "yes");
        comm.setInfo(info);
        Info own = comm.getInfo();
        assertEquals("yes", own.get("musubi_case"));
        Intracomm copy = comm.dup();
        assertNull(copy.getInfo().get("musubi_case"));
        info.set("musubi_case", "other");
        Intracomm given = comm.dupWithInfo(info);
        assertEquals("other", given.getInfo().get("musubi_case"));
        assertEquals("yes", comm.getInfo().get("musubi_case"));
        copy.free();
        given.free();
        info.free();
        own.free();
    }

    @Case(
            section = "7.8",
            calls = {"Comm.getName", "Comm.setName"},
            says =
                    "Predefined communicators have names; others have the name that is set, or"
                            + " none.")
    static void names(Intracomm comm) {
        assertEquals("MPI_COMM_WORLD", MPI.COMM_WORLD.getName());
        assertEquals("MPI_COMM_SELF", MPI.COMM_SELF.getName());
        comm.setName("a name");
        assertEquals("a name", comm.getName());
        Intracomm copy = comm.dup();
        assertNotEquals("a name", copy.getName());
        copy.free();
    }

    @Case(
            section = "11.10.4",
            calls = {"Comm.disconnect", "Comm.isNull"},
            says = "A disconnected communicator is null.")
    static void disconnect(Intracomm comm) {
        Intracomm copy = comm.dup();
        copy.disconnect();
        assertTrue(copy.isNull());
        fails(MPI.ERR_COMM, MPI.COMM_WORLD::disconnect);
    }

    @Case(
            section = "7.4.3",
            calls = {"Comm.free", "Comm.iRecv"},
            says = "Operations in flight complete after the communicator is freed.")
    static void freedUnderWay(Intracomm comm) {
        Intracomm copy = comm.dup();
        IntBuffer in = MPI.newIntBuffer(1);
        IntBuffer out = MPI.newIntBuffer(1);
        out.put(0, 6);
        Request receive = copy.iRecv(in, 1, MPI.INT, before(comm), 1);
        Request send = copy.iSend(out, 1, MPI.INT, behind(comm), 1);
        copy.free();
        Request.waitAll(new Request[] {receive, send});
        assertEquals(6, in.get(0));
    }

    @Case(
            section = "7.4.3",
            calls = {"Comm.free"},
            says = "Communicators may be created and freed many times.")
    static void many(Intracomm comm) {
        for (int i = 0; i < 200; i++) {
            Intracomm copy = comm.dup();
            copy.free();
            assertTrue(copy.isNull());
        }
        assertEquals(MPI.IDENT, Comm.compare(comm, comm));
    }
}
