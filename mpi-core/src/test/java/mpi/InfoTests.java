package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Info objects. MPI-4.1 chapter 10. */
interface InfoTests extends InJob {
    @Test
    default void shouldKeepTheOrderOfKeysWhenChanged() {
        job(1).run(
                        () -> {
                            Info info = new Info();
                            assertEquals(0, info.size());
                            info.set("b", "1");
                            info.set("a", "2");
                            info.set("c", "3");
                            info.set("b", "4");
                            assertEquals("b", info.getKey(0));
                            assertEquals("4", info.get("b"));
                            assertNull(info.get("d"));
                            Info copy = info.clone();
                            info.delete("b");
                            assertEquals(2, info.size());
                            assertEquals("c", info.getKey(1));
                            assertEquals(3, copy.size());
                            copy.free();
                            assertTrue(copy.isNull());
                        });
    }

    @Test
    default void shouldNameTheErrorClassWhenAKeyOrValueIsWrong() {
        job(1).run(
                        () -> {
                            Intracomm world = returningWorld();
                            Info info = new Info();
                            String key = "k".repeat(MPI.MAX_INFO_KEY);
                            String value = "v".repeat(MPI.MAX_INFO_VAL);
                            info.set(key.substring(1), value.substring(1));
                            assertEquals(value.substring(1), info.get(key.substring(1)));
                            for (String wrong : new String[] {null, "", key}) {
                                assertFails(MPI.ERR_INFO_KEY, () -> info.set(wrong, "1"));
                                assertFails(MPI.ERR_INFO_KEY, () -> info.get(wrong));
                                assertFails(MPI.ERR_INFO_KEY, () -> info.delete(wrong));
                            }
                            for (String wrong : new String[] {null, "", value}) {
                                assertFails(MPI.ERR_INFO_VALUE, () -> info.set("k", wrong));
                            }
                            assertFails(MPI.ERR_INFO_NOKEY, () -> info.delete("none"));
                            assertFails(MPI.ERR_ARG, () -> info.getKey(1));
                            assertFails(MPI.ERR_ARG, () -> info.getKey(-1));
                            info.free();
                            for (Info none : new Info[] {info, MPI.INFO_NULL}) {
                                assertTrue(none.isNull());
                                assertFails(MPI.ERR_INFO, () -> none.set("a", "b"));
                                assertFails(MPI.ERR_INFO, () -> none.get("a"));
                                assertFails(MPI.ERR_INFO, none::size);
                                assertFails(MPI.ERR_INFO, none::dup);
                                assertFails(MPI.ERR_INFO, none::free);
                                assertFails(MPI.ERR_INFO, () -> world.setInfo(none));
                            }
                            assertFails(MPI.ERR_INFO, () -> world.setInfo(null));
                        });
    }

    @Test
    default void shouldBelongToOneCommunicatorWhenSet() {
        job(2).run(
                        () -> {
                            Info info = new Info();
                            info.set("a", "1");
                            Intracomm comm = MPI.COMM_WORLD.dupWithInfo(info);
                            info.set("a", "2");
                            assertEquals("1", comm.getInfo().get("a"));
                            Info more = new Info();
                            more.set("b", "3");
                            comm.setInfo(more);
                            assertEquals("1", comm.getInfo().get("a"));
                            assertEquals("3", comm.getInfo().get("b"));
                            comm.getInfo().set("a", "9");
                            assertEquals("1", comm.getInfo().get("a"));
                            assertEquals(0, comm.dup().getInfo().size());
                            assertEquals(0, MPI.COMM_WORLD.getInfo().size());
                        });
    }

    @Test
    default void shouldDescribeTheJobInInfoEnv() {
        job(3).run(
                        () -> {
                            returningWorld();
                            Info env = MPI.INFO_ENV;
                            assertEquals("3", env.get("maxprocs"));
                            assertEquals("MPI_THREAD_SINGLE", env.get("thread_level"));
                            assertEquals(System.getProperty("os.arch"), env.get("arch"));
                            assertEquals(MPI.getProcessorName(), env.get("host"));
                            assertEquals("3", env.dup().get("maxprocs"));
                            assertFails(MPI.ERR_INFO, env::free);
                            assertFails(MPI.ERR_INFO, () -> env.set("a", "b"));
                            assertFails(MPI.ERR_INFO, () -> env.delete("host"));
                        });
    }

    @Test
    default void shouldWorkOutsideOfInitAndFinalize() {
        job(1).runBare(
                        () -> {
                            assertEquals(0, MPI.INFO_ENV.size());
                            Info early = new Info();
                            early.set("a", "1");
                            MPI.Init(null);
                            assertEquals("1", early.get("a"));
                            MPI.Finalize();
                            assertEquals("1", early.dup().get("a"));
                            assertEquals(0, MPI.INFO_ENV.size());
                            assertFails(MPI.ERR_INFO_KEY, () -> early.get(""));
                        });
    }
}
