package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Attributes and their callbacks. MPI-4.1 section 7.7. */
interface AttributeTests extends InJob {
    @Test
    default void shouldCallBackWhenCopiedReplacedDeletedAndFreed() {
        job(2).run(AttributeTests::callBack);
    }

    private static void callBack() {
        List<String> calls = new ArrayList<>();
        Intracomm comm = MPI.COMM_WORLD.dup();
        int[] keys = new int[3];
        keys[0] =
                Comm.createKeyval(
                        (old, key, value) -> {
                            assertSame(comm, old);
                            assertEquals(keys[0], key);
                            calls.add("copy " + value);
                            // Callbacks may call MPI.
                            return value + "'" + old.getSize();
                        },
                        (owner, key, value) -> calls.add("delete " + value));
        keys[1] = Comm.createKeyval(null, (owner, key, value) -> calls.add("drop " + value));
        keys[2] = Comm.createKeyval((old, key, value) -> value, null);
        Object shared = new Object();
        comm.setAttr(keys[0], "a");
        comm.setAttr(keys[1], "b");
        comm.setAttr(keys[2], shared);
        Intracomm copy = comm.dup();
        assertEquals(List.of("copy a"), calls);
        assertEquals("a'2", copy.getAttr(keys[0]));
        assertNull(copy.getAttr(keys[1]));
        assertSame(shared, copy.getAttr(keys[2]));
        comm.setAttr(keys[0], "c");
        comm.deleteAttr(keys[1]);
        assertEquals(List.of("copy a", "delete a", "drop b"), calls);
        comm.deleteAttr(keys[1]);
        assertEquals(3, calls.size());
        Comm.freeKeyval(keys[0]);
        Intracomm later = comm.iDup();
        later.getRequest().waitFor();
        assertEquals("c'2", later.getAttr(keys[0]));
        calls.clear();
        copy.free();
        later.disconnect();
        comm.free();
        assertEquals(List.of("delete a'2", "delete c'2", "delete c"), calls);
        returningWorld();
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_WORLD.setAttr(keys[0], 1));
        assertFails(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(keys[0]));
    }

    @Test
    default void shouldNotDeleteOrCopyWhenACallbackThrows() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD.dup();
                            boolean[] broken = {true};
                            int key =
                                    Comm.createKeyval(
                                            (old, k, value) -> {
                                                throw new IllegalStateException("copy");
                                            },
                                            (owner, k, value) -> {
                                                if (broken[0]) {
                                                    throw new IllegalStateException("delete");
                                                }
                                            });
                            comm.setAttr(key, 1);
                            assertThrows(IllegalStateException.class, comm::dup);
                            assertThrows(IllegalStateException.class, () -> comm.deleteAttr(key));
                            assertThrows(IllegalStateException.class, () -> comm.setAttr(key, 2));
                            assertThrows(IllegalStateException.class, comm::free);
                            assertEquals(1, comm.getAttr(key));
                            broken[0] = false;
                            comm.free();
                            assertTrue(comm.isNull());
                            InJob.meet();
                        });
    }

    @Test
    default void shouldKeepKindsOfKeysApart() {
        job(1).run(
                        () -> {
                            returningWorld();
                            int ofComm = Comm.createKeyval();
                            int ofType = Datatype.createKeyval();
                            int ofWin = Win.createKeyval();
                            Intracomm world = MPI.COMM_WORLD;
                            assertFails(MPI.ERR_KEYVAL, () -> world.setAttr(ofType, 1));
                            assertFails(MPI.ERR_KEYVAL, () -> world.getAttr(ofWin));
                            assertFails(MPI.ERR_KEYVAL, () -> MPI.INT.setAttr(ofComm, 1));
                            assertFails(MPI.ERR_KEYVAL, () -> Datatype.freeKeyval(ofComm));
                            assertFails(MPI.ERR_KEYVAL, () -> world.getAttr(MPI.KEYVAL_INVALID));
                            assertFails(MPI.ERR_KEYVAL, () -> world.setAttr(MPI.TAG_UB, 1));
                            assertFails(MPI.ERR_KEYVAL, () -> world.deleteAttr(MPI.IO));
                            Win.freeKeyval(ofWin);
                            assertFails(MPI.ERR_KEYVAL, () -> Win.freeKeyval(ofWin));
                        });
    }

    @Test
    default void shouldCallBackWhenADatatypeIsDuplicatedAndFreed() {
        job(1).run(
                        () -> {
                            List<Object> deleted = new ArrayList<>();
                            int key =
                                    Datatype.createKeyval(
                                            (old, k, value) -> (Integer) value + old.getSize(),
                                            (type, k, value) -> deleted.add(value));
                            int plain = Datatype.createKeyval();
                            Datatype type = MPI.INT.dup();
                            type.setAttr(key, 10);
                            type.setAttr(plain, new int[] {5});
                            Datatype copy = type.dup();
                            assertEquals(11, copy.getAttr(key));
                            assertEquals(5, ((int[]) copy.getAttr(plain))[0]);
                            copy.free();
                            assertEquals(List.of(11), deleted);
                            type.deleteAttr(key);
                            assertNull(type.getAttr(key));
                            assertEquals(List.of(11, 10), deleted);
                            type.free();
                        });
    }

    @Test
    default void shouldDeleteInReverseOrderWhenMpiEnds() {
        job(2).runBare(
                        () -> {
                            MPI.Init(new String[0]);
                            List<String> deleted = new ArrayList<>();
                            int[] keys = new int[4];
                            for (int i = 0; i < 4; i++) {
                                keys[i] =
                                        Comm.createKeyval(
                                                null,
                                                (comm, key, value) ->
                                                        deleted.add(comm.getName() + value));
                            }
                            MPI.COMM_WORLD.setAttr(keys[3], "w");
                            for (int i = 0; i < 3; i++) {
                                MPI.COMM_SELF.setAttr(keys[i], i);
                            }
                            MPI.COMM_SELF.setAttr(keys[0], 9);
                            deleted.clear();
                            MPI.Finalize();
                            assertEquals(
                                    List.of(
                                            "MPI_COMM_SELF9",
                                            "MPI_COMM_SELF2",
                                            "MPI_COMM_SELF1",
                                            "MPI_COMM_WORLDw"),
                                    deleted);
                        });
    }
}
