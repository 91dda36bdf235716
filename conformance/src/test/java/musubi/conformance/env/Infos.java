package musubi.conformance.env;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.conformance.Case;

import java.util.ArrayList;
import java.util.List;

/** Chapter 10: info objects. */
public final class Infos {
    private Infos() {}

    @Case(
            section = "10",
            calls = {"Info.new", "Info.set", "Info.get"},
            says = "A key has the value last set; the value of a missing key is null.")
    static void setAndGet(Intracomm comm) {
        Info info = new Info();
        assertNull(info.get("key"));
        info.set("key", "one");
        info.set("key", "two words");
        assertEquals("two words", info.get("key"));
        assertNull(info.get("KEY"));
        info.free();
    }

    @Case(
            section = "10",
            calls = {"Info.size", "Info.getKey"},
            says = "Keys are numbered from 0, each once.")
    static void keys(Intracomm comm) {
        Info info = new Info();
        assertEquals(0, info.size());
        info.set("a", "1");
        info.set("b", "2");
        info.set("a", "3");
        assertEquals(2, info.size());
        List<String> keys = new ArrayList<>(List.of(info.getKey(0), info.getKey(1)));
        keys.sort(null);
        assertEquals(List.of("a", "b"), keys);
        assertThrows(MPIException.class, () -> info.getKey(2));
        assertThrows(MPIException.class, () -> info.getKey(-1));
        info.free();
    }

    @Case(
            section = "10",
            calls = {"Info.delete", "MPI.ERR_INFO_NOKEY"},
            says = "A deleted key is removed; deleting a missing key is ERR_INFO_NOKEY.")
    static void delete(Intracomm comm) {
        Info info = new Info();
        info.set("a", "1");
        info.delete("a");
        assertNull(info.get("a"));
        assertEquals(0, info.size());
        fails(MPI.ERR_INFO_NOKEY, () -> info.delete("a"));
        info.free();
    }

    @Case(
            section = "10",
            calls = {"Info.dup", "Info.clone"},
            says = "A duplicate has the same keys and changes independently.")
    static void dup(Intracomm comm) {
        Info info = new Info();
        info.set("a", "1");
        Info copy = info.dup();
        Info other = info.clone();
        info.set("a", "2");
        copy.set("b", "3");
        assertEquals("1", copy.get("a"));
        assertEquals("1", other.get("a"));
        assertNull(info.get("b"));
        info.free();
        assertEquals("3", copy.get("b"));
        copy.free();
        other.free();
    }

    @Case(
            section = "10",
            calls = {"Info.free", "Info.isNull", "MPI.INFO_NULL"},
            says = "A freed info object is null and cannot be used (ERR_INFO).")
    static void free(Intracomm comm) {
        Info info = new Info();
        assertFalse(info.isNull());
        info.free();
        assertTrue(info.isNull());
        assertTrue(MPI.INFO_NULL.isNull());
        fails(MPI.ERR_INFO, () -> info.set("a", "b"));
        fails(MPI.ERR_INFO, info::size);
    }

    @Case(
            section = "10",
            calls = {"Info.set", "MPI.MAX_INFO_KEY", "MPI.MAX_INFO_VAL"},
            says = "Keys and values that are too long are ERR_INFO_KEY and ERR_INFO_VALUE.")
    static void tooLong(Intracomm comm) {
        Info info = new Info();
        fails(MPI.ERR_INFO_KEY, () -> info.set("k".repeat(MPI.MAX_INFO_KEY + 1), "v"));
        fails(MPI.ERR_INFO_VALUE, () -> info.set("k", "v".repeat(MPI.MAX_INFO_VAL + 1)));
        String key = "k".repeat(MPI.MAX_INFO_KEY - 1);
        String value = "v".repeat(MPI.MAX_INFO_VAL - 1);
        info.set(key, value);
        assertEquals(value, info.get(key));
        info.free();
    }

    @Case(
            section = "10",
            calls = {"MPI.INFO_ENV"},
            says =
                    "INFO_ENV has the number of ranks, of all and of each program, and the thread"
                            + " level.")
    static void environment(Intracomm comm) {
        int most = Integer.parseInt(MPI.INFO_ENV.get("maxprocs"));
        assertEquals(MPI.COMM_WORLD.getSize(), most);
        int sum = 0;
        for (String ranks : MPI.INFO_ENV.get("ompi_np").split(" ")) {
            sum += Integer.parseInt(ranks);
        }
        assertEquals(most, sum);
        String level = MPI.INFO_ENV.get("thread_level");
        assertTrue(level.startsWith("MPI_THREAD_"), level);
    }

    @Case(
            section = "7.4.4",
            calls = {"Comm.setInfo", "Comm.getInfo"},
            says = "Each call of getInfo returns a new info object.")
    static void ofCommunicators(Intracomm comm) {
        Info info = new Info();
        info.set("musubi_a", "1");
        comm.setInfo(info);
        info.set("musubi_a", "2");
        Info got = comm.getInfo();
        assertEquals("1", got.get("musubi_a"));
        got.set("musubi_a", "3");
        Info again = comm.getInfo();
        assertEquals("1", again.get("musubi_a"));
        info.free();
        got.free();
        again.free();
    }
}
