package musubi.launch.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which orders of matches are tried, by the events that runs have written. */
class ExplorationTest {
    private static final String ARRIVE = "arrive 0 0 %d 0 %d 7 0 4";
    private static final String MATCH = "match %d 0 %d 0 %d 7 0 4";
    private static final String POST = "post %d 0 %d 7 Comm.recv at Main.main(Main.java:%d)";

    @TempDir private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<String> orders = new ArrayList<>();

    private Exploration exploration(Exploration.Job job) {
        PrintStream lines = new PrintStream(out, true);
        return new Exploration(folder.resolve("runs"), 1, job, lines);
    }

    private static List<String> forcedIn(Path run, int rank) {
        Path file = run.resolve("forced-" + rank);
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path run, int rank, List<String> events) {
        try {
            Files.write(run.resolve("events-" + rank), events);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program with three senders, and one receive from any source for each. */
    private int receiveThree(Path run) {
        List<Integer> waiting = new ArrayList<>(List.of(1, 2, 3));
        List<String> events = new ArrayList<>();
        waiting.forEach(source -> events.add(ARRIVE.formatted(source, source)));
        List<String> forced = forcedIn(run, 0);
        StringBuilder order = new StringBuilder();
        for (int receive = 0; receive < 3; receive++) {
            Integer source =
                    receive < forced.size()
                            ? Integer.valueOf(forced.get(receive).split(" ")[3])
                            : waiting.getFirst();
            waiting.remove(source);
            order.append(source);
            events.add(POST.formatted(receive, -1, receive));
            events.add(MATCH.formatted(receive, source, source));
        }
        orders.add(order.toString());
        write(run, 0, events);
        return 0;
    }

    @Test
    void shouldTryEveryOrderOnceWhenThereAreRunsEnough() throws Exception {
        assertEquals(0, exploration(this::receiveThree).run(100));
        assertEquals(6, orders.size(), orders::toString);
        assertEquals(6, new TreeSet<>(orders).size(), orders::toString);
        assertTrue(
                out.toString().contains("tried=5 not tried=0; no result differs"), out::toString);
    }

    @Test
    void shouldTryTheDecisionsOfTwoRanksTogetherOnce() throws Exception {
        Exploration.Job job =
                run -> {
                    StringBuilder order = new StringBuilder();
                    for (int rank = 0; rank < 2; rank++) {
                        List<String> forced = forcedIn(run, rank);
                        int source = forced.isEmpty() ? 2 : 3;
                        order.append(source);
                        write(
                                run,
                                rank,
                                List.of(
                                        ARRIVE.formatted(2, 2),
                                        ARRIVE.formatted(3, 3),
                                        POST.formatted(0, -1, 5),
                                        MATCH.formatted(0, source, source)));
                    }
                    orders.add(order.toString());
                    return 0;
                };
        new Exploration(folder.resolve("runs"), 2, job, new PrintStream(out, true)).run(100);
        assertEquals(List.of("22", "32", "23", "33"), orders);
    }

    @Test
    void shouldEndAfterTheGivenNumberOfRuns() throws Exception {
        exploration(this::receiveThree).run(2);
        assertEquals(3, orders.size(), orders::toString);
        assertTrue(out.toString().contains("tried=2 not tried="), out::toString);
    }

    @Test
    void shouldFailWhenTheDirectoryExists() throws Exception {
        Files.createDirectory(folder.resolve("runs"));
        LaunchFailure failure =
                assertThrows(LaunchFailure.class, () -> exploration(this::receiveThree));
        assertTrue(failure.getMessage().contains("--explore N:DIR"), failure.getMessage());
    }

    @Test
    void shouldMakeDirectoriesThatOnlyTheirOwnerReaches() throws Exception {
        exploration(this::receiveThree).run(1);
        for (String name : List.of("runs", "runs/run-1", "runs/run-2/order")) {
            Path directory = folder.resolve(name);
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
            assertEquals("rwx------", PosixFilePermissions.toString(permissions), name);
        }
    }

    private String outcomeOf(int exitCode, boolean forcedHappens) throws Exception {
        Exploration.Job job =
                run -> {
                    List<String> forced = forcedIn(run, 0);
                    if (forced.isEmpty() || forcedHappens) {
                        receiveThree(run);
                    }
                    return forced.isEmpty() ? 0 : exitCode;
                };
        int code = exploration(job).run(1);
        String line = out.toString().lines().skip(1).findFirst().orElseThrow();
        return code + line.substring(line.lastIndexOf(": "));
    }

    @Test
    void shouldReportADeadlockWhenTheForcedOrderHasHappened() throws Exception {
        assertEquals("1: deadlock", outcomeOf(ExitCode.DEADLOCK, true));
    }

    @Test
    void shouldReportNothingWhenTheForcedOrderHasNotHappened() throws Exception {
        assertEquals("0: not possible", outcomeOf(ExitCode.DEADLOCK, false));
    }

    @Test
    void shouldReportTheTimeLimit() throws Exception {
        assertEquals("1: no end within the time limit", outcomeOf(ExitCode.TIME_LIMIT, true));
    }

    @Test
    void shouldReportAnotherExitCode() throws Exception {
        assertEquals("1: exit code 3", outcomeOf(3, true));
    }

    private List<Decision> decisionsIn(String... events) throws IOException {
        write(folder, 0, List.of(events));
        return RankEvents.read(folder, 0).decisions();
    }

    @Test
    void shouldNotTryAMessageThatAnEarlierReceiveWaitsFor() throws Exception {
        assertEquals(
                List.of(),
                decisionsIn(
                        POST.formatted(0, 1, 5),
                        POST.formatted(1, -1, 6),
                        ARRIVE.formatted(2, 2),
                        MATCH.formatted(1, 2, 2),
                        ARRIVE.formatted(1, 1),
                        MATCH.formatted(0, 1, 1)));
    }

    @Test
    void shouldNotTryAnotherMessageWhenTheProgramHasProbedTheFirst() throws Exception {
        String[] events = {
            ARRIVE.formatted(1, 1),
            ARRIVE.formatted(2, 2),
            "probe 1 0",
            POST.formatted(0, -1, 5),
            MATCH.formatted(0, 1, 1)
        };
        assertEquals(List.of(), decisionsIn(events));
        events[2] = "cancel 9";
        assertEquals(
                "[rank 0, Comm.recv at Main.main(Main.java:5): source=2 tag=7 instead of source=1"
                        + " tag=7]",
                decisionsIn(events).toString());
    }

    @Test
    void shouldTryTheFirstUnusedMessageOfAnotherSourceOnly() throws Exception {
        List<Decision> decisions =
                decisionsIn(
                        "arrive 0 0 2 0 2 8 0 4",
                        "arrive 0 0 2 1 2 7 0 4",
                        "arrive 0 0 2 2 2 7 0 4",
                        ARRIVE.formatted(1, 1),
                        POST.formatted(0, -1, 5),
                        MATCH.formatted(0, 1, 1));
        assertEquals(1, decisions.size(), decisions::toString);
        assertEquals(List.of("match 0 0 2 1 2 7 0 4"), decisions.getFirst().matches());
    }
}
