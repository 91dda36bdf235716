package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** The lines of sends in reports of their receivers, when the sends are many. */
class SendPlacesTest {
    private static final int ROUNDS = 2_100;
    private static final String AS_EARLIER = ", as earlier sends of this buffer";

    private static IsolatedJob job() {
        return IsolatedJob.of(1, Map.of("transport", "self,memory", "check", "true"));
    }

    private static void sendHere(int[] data) {
        MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, 5);
    }

    private static void sendThere(int[] data) {
        MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, 5);
    }

    /** What a receive of another type says about its message. */
    private static String placeOfNext() {
        Intracomm world = MPI.COMM_WORLD;
        String text =
                assertThrows(MPIException.class, () -> world.recv(new float[1], 1, MPI.FLOAT, 0, 5))
                        .getMessage();
        return text.substring(text.indexOf("sent by="), text.indexOf("; name the same"));
    }

    @Test
    void shouldSayThatALineIsThatOfEarlierSendsOnlyWhenItWasNotLookedFor() {
        job().run(
                        () -> {
                            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                            int[] data = new int[1];
                            int exact = 0;
                            for (int i = 0; i < ROUNDS; i++) {
                                sendHere(data);
                                String place = placeOfNext();
                                assertTrue(place.contains(".sendHere("), place);
                                exact += place.contains(AS_EARLIER) ? 0 : 1;
                            }
                            assertEquals(16 + ROUNDS / 1024, exact);
                        });
    }

    @Test
    void shouldFindTheLineOfEachSendWhenTwoLinesSendTheSameBuffer() {
        job().run(
                        () -> {
                            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                            int[] data = new int[1];
                            for (int i = 0; i < ROUNDS; i++) {
                                sendHere(data);
                                String here = placeOfNext();
                                assertTrue(here.matches(".*\\.sendHere\\([^,]*"), here);
                                sendThere(data);
                                String there = placeOfNext();
                                assertTrue(there.matches(".*\\.sendThere\\([^,]*"), there);
                            }
                        });
    }

    @Test
    void shouldFindTheLineOfALateSendWhenItsBufferIsAnother() {
        job().run(
                        () -> {
                            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                            int[] data = new int[1];
                            for (int i = 0; i < ROUNDS; i++) {
                                sendHere(data);
                                placeOfNext();
                            }
                            sendThere(new int[1]);
                            String place = placeOfNext();
                            assertTrue(place.matches(".*\\.sendThere\\([^,]*"), place);
                        });
    }
}
