package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hostile and foreign messages of objects, and what their errors say. MPI-4.1 section 9.4. */
interface ObjectMessageTests extends InJob {
    /** Sets whose hash code takes 2^60 steps. */
    static Set<Object> bomb() {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            Set<Object> nextOne = new HashSet<>(Set.of("a"));
            Set<Object> nextOther = new HashSet<>();
            one.addAll(List.of(nextOne, nextOther));
            other.addAll(List.of(nextOne, nextOther));
            one = nextOne;
            other = nextOther;
        }
        return root;
    }

    private static String assertSays(int errorClass, Executable call, String... parts) {
        String message = assertFails(errorClass, call).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
        return message;
    }

    @Test
    default void shouldRefuseAHashBombAndContinue() {
        job(2).run(
                        () -> {
                            Intracomm c = returningWorld();
                            Object[] got = new Object[1];
                            if (c.getRank() == 0) {
                                c.send(new Object[] {bomb()}, 1, MPI.OBJECT, 1, 0);
                                c.Send(new Object[] {bomb()}, 0, 1, MPI.OBJECT, 1, 1);
                                c.send(new Object[] {"fine"}, 1, MPI.OBJECT, 1, 2);
                                return;
                            }
                            String limit = "musubi.object.hash.limit";
                            assertSays(MPI.ERR_TYPE, () -> c.recv(got, 1, MPI.OBJECT, 0, 0), limit);
                            assertSays(
                                    MPI.ERR_TYPE, () -> c.Recv(got, 0, 1, MPI.OBJECT, 0, 1), limit);
                            c.recv(got, 1, MPI.OBJECT, 0, 2);
                            assertEquals("fine", got[0]);
                        });
    }

    @Test
    default void shouldApplyLimitsOfSettings() {
        job(1).with("object.array.limit", "3")
                .run(
                        () -> {
                            Intracomm c = returningWorld();
                            Object[] three = {new int[3]};
                            c.Isend(three, 0, 1, MPI.OBJECT, 0, 0).Wait();
                            c.Recv(three, 0, 1, MPI.OBJECT, 0, 0);
                            Object[] four = {new ArrayList<>(List.of(1, 2, 3, 4))};
                            c.iSend(four, 1, MPI.OBJECT, 0, 0).waitFor();
                            assertSays(
                                    MPI.ERR_TYPE,
                                    () -> c.recv(new Object[1], 1, MPI.OBJECT, 0, 0),
                                    "array=4 limit=3",
                                    "musubi.object.array.limit");
                        });
    }

    @Test
    default void shouldNameBothTypesWhenOnlyOneSideHasObjects() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            Object[] objects = {"text"};
                            for (int n : new int[] {1, 2, 100, 100_000}) {
                                Request ints = c.iSend(new int[n], n, MPI.INT, 0, 0);
                                assertSays(
                                        MPI.ERR_TYPE,
                                        () -> c.recv(objects, 1, MPI.OBJECT, 0, 0),
                                        "sent=MPI.INT received as=MPI.OBJECT source=0 tag=0");
                                ints.waitFor();
                            }
                            Request sent = c.Isend(objects, 0, 1, MPI.OBJECT, 0, 5);
                            assertSays(
                                    MPI.ERR_TYPE,
                                    () -> c.Recv(new long[99], 0, 99, MPI.LONG, 0, 5),
                                    "sent=MPI.OBJECT received as=MPI.LONG source=0 tag=5");
                            sent.Wait();
                            c.iSend(objects, 1, MPI.OBJECT, 0, 0).waitFor();
                            c.recv(objects, 1, MPI.OBJECT, 0, 0);
                            assertEquals("text", objects[0]);
                        });
    }

    @Test
    default void shouldSayWhatHappenedWhenTheClassIsOther() {
        assertEquals(
                "java.lang.IllegalStateException",
                new MPIException(new IllegalStateException()).getMessage());
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            MPIException e =
                                    MPI.failure(
                                            c,
                                            new musubi.error.MpiFailure(
                                                    musubi.error.ErrorClass.OTHER, "no route"),
                                            "send",
                                            "");
                            assertFalse(e.getMessage().contains("not in list"), e.getMessage());
                            assertTrue(
                                    e.getMessage().startsWith("MPI.ERR_OTHER: no route"),
                                    e.getMessage());
                        });
    }

    @Test
    default void shouldNameATypeWithoutAName() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            Datatype pair = Datatype.createContiguous(2, MPI.INT);
                            pair.commit();
                            pair.setName("");
                            String message =
                                    assertFails(
                                                    MPI.ERR_BUFFER,
                                                    () -> c.send(new int[1], 1, pair, 0, 0))
                                            .getMessage();
                            assertFalse(message.matches("(?s).*=([, ;)].*|$)"), message);
                            pair.free();
                        });
    }
}
