package musubi.conformance.env;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sections 9.1 and 9.6: versions, names, clocks and constants. */
public final class Inquiry {
    private Inquiry() {}

    @Case(
            section = "9.1.1",
            calls = {"MPI.getVersion", "Version.getVersion", "MPI.VERSION", "MPI.SUBVERSION"},
            says = "The version of the standard is returned, and equals the constants.")
    static void version(Intracomm comm) {
        assertEquals(MPI.VERSION, MPI.getVersion().getVersion());
        assertEquals(MPI.SUBVERSION, MPI.getVersion().getSubVersion());
        assertTrue(MPI.VERSION >= 3);
    }

    @Case(
            section = "9.1.1",
            calls = {"MPI.getLibVersion"},
            says = "The library version contains the name of the library.")
    static void libraryVersion(Intracomm comm) {
        assertTrue(MPI.getLibVersion().contains("Musubi"), MPI.getLibVersion());
    }

    @Case(
            section = "9.1.2",
            calls = {"MPI.getProcessorName", "MPI.Get_processor_name"},
            says =
                    "The processor name is the same in both dialects and on all ranks of the"
                            + " machine.")
    static void processorName(Intracomm comm) {
        String name = MPI.getProcessorName();
        assertFalse(name.isBlank());
        assertEquals(name, MPI.Get_processor_name());
        Object[] first = {name};
        comm.Bcast(first, 0, 1, MPI.OBJECT, 0);
        assertEquals(first[0], name);
    }

    @Case(
            section = "9.6",
            calls = {"MPI.wtime", "MPI.Wtime"},
            says = "The time is in seconds and never decreases.")
    static void wtime(Intracomm comm) throws InterruptedException {
        double start = MPI.wtime();
        double last = start;
        for (int i = 0; i < 100; i++) {
            double now = i % 2 == 0 ? MPI.wtime() : MPI.Wtime();
            assertTrue(now >= last);
            last = now;
        }
        Thread.sleep(2);
        assertTrue(MPI.wtime() - start >= 0.002);
        assertTrue(MPI.wtime() - start < 1000);
    }

    @Case(
            section = "9.6",
            calls = {"MPI.wtick", "MPI.Wtick"},
            says = "The tick of the clock is positive and far below a second.")
    static void wtick(Intracomm comm) {
        assertTrue(MPI.wtick() > 0 && MPI.wtick() < 0.01);
        assertEquals(MPI.wtick(), MPI.Wtick());
    }

    @Case(
            section = "9.6",
            calls = {"MPI.WTIME_IS_GLOBAL"},
            says = "WTIME_IS_GLOBAL is a Boolean, the same on all ranks.")
    static void globalClock(Intracomm comm) {
        Boolean isGlobal = (Boolean) MPI.COMM_WORLD.getAttr(MPI.WTIME_IS_GLOBAL);
        int[] both = {isGlobal ? 1 : 0, isGlobal ? 0 : 1};
        comm.allReduce(both, 2, MPI.INT, MPI.SUM);
        assertTrue(both[0] == 0 || both[1] == 0);
    }

    @Case(
            section = "11.4.1",
            calls = {"MPI.isInitialized", "MPI.Initialized", "MPI.isFinalized"},
            says = "Between Init and Finalize MPI is initialised and not finalised.")
    static void isRunning(Intracomm comm) {
        assertTrue(MPI.isInitialized());
        assertTrue(MPI.Initialized());
        assertFalse(MPI.isFinalized());
    }

    @Case(
            section = "15.2.4",
            calls = {"MPI.pControl"},
            says = "Pcontrol accepts any level and has no effect visible to the program.")
    static void pControl(Intracomm comm) {
        MPI.pControl(0, null);
        MPI.pControl(2, "anything");
    }

    @Case(
            section = "9.1.2",
            calls = {"MPI.NUM_OF_PROCESSORS"},
            says = "The number of processors is positive.")
    static void processors(Intracomm comm) {
        assertTrue(MPI.NUM_OF_PROCESSORS > 0);
    }

    @Table
    static List<Statement> differentConstants() {
        List<Statement> rows = new ArrayList<>();
        add(rows, "ranks", MPI.ANY_SOURCE, MPI.PROC_NULL, MPI.ROOT);
        add(rows, "results of comparing", MPI.IDENT, MPI.CONGRUENT, MPI.SIMILAR, MPI.UNEQUAL);
        add(rows, "kinds of topology", MPI.CART, MPI.GRAPH, MPI.DIST_GRAPH, MPI.UNDEFINED);
        add(
                rows,
                "thread levels",
                MPI.THREAD_SINGLE,
                MPI.THREAD_FUNNELED,
                MPI.THREAD_SERIALIZED,
                MPI.THREAD_MULTIPLE);
        add(
                rows,
                "error classes",
                MPI.SUCCESS,
                MPI.ERR_BUFFER,
                MPI.ERR_COUNT,
                MPI.ERR_TYPE,
                MPI.ERR_TAG,
                MPI.ERR_COMM,
                MPI.ERR_RANK,
                MPI.ERR_REQUEST,
                MPI.ERR_ROOT,
                MPI.ERR_GROUP,
                MPI.ERR_OP,
                MPI.ERR_TOPOLOGY,
                MPI.ERR_DIMS,
                MPI.ERR_ARG,
                MPI.ERR_TRUNCATE,
                MPI.ERR_OTHER,
                MPI.ERR_INTERN,
                MPI.ERR_IN_STATUS,
                MPI.ERR_PENDING,
                MPI.ERR_KEYVAL,
                MPI.ERR_INFO,
                MPI.ERR_UNSUPPORTED_OPERATION);
        return rows;
    }

    private static void add(List<Statement> rows, String what, int... constants) {
        rows.add(
                Statement.row(
                        "Inquiry.differentConstants " + what,
                        "2.5.4",
                        List.of(),
                        "The constants for " + what + " differ from each other.",
                        (comm, form) -> {
                            Set<Integer> different = new HashSet<>();
                            for (int constant : constants) {
                                different.add(constant);
                            }
                            assertEquals(constants.length, different.size());
                        }));
    }

    @Case(
            section = "11.6.2",
            calls = {"MPI.THREAD_SINGLE", "MPI.THREAD_MULTIPLE"},
            says = "Thread levels ascend from SINGLE to MULTIPLE.")
    static void orderOfLevels(Intracomm comm) {
        int[] levels = {
            MPI.THREAD_SINGLE, MPI.THREAD_FUNNELED, MPI.THREAD_SERIALIZED, MPI.THREAD_MULTIPLE
        };
        int[] sorted = levels.clone();
        java.util.Arrays.sort(sorted);
        assertArrayEquals(sorted, levels);
    }

    @Case(
            section = "3.2.3",
            calls = {"MPI.ANY_SOURCE", "MPI.ANY_TAG", "MPI.PROC_NULL"},
            says = "Wildcards and PROC_NULL are neither ranks nor tags.")
    static void negative(Intracomm comm) {
        assertTrue(MPI.ANY_SOURCE < 0 && MPI.ANY_TAG < 0 && MPI.PROC_NULL < 0);
        assertTrue(MPI.UNDEFINED < 0);
    }

    @Case(
            section = "9.1.2",
            calls = {"MPI.getHwResourceInfo", "Info.get"},
            says = "The hardware resource info has the shared memory of the node.")
    static void hardware() {
        Info info = MPI.getHwResourceInfo();
        assertEquals("true", info.get("mpi_shared_memory"));
        assertEquals("true", info.get("musubi://node"));
        info.free();
    }
}
