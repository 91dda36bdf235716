package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Jobs with relays, whose node proxies all run on this machine. */
class RelaysIT extends ProgramsInFolder {
    private static final String MAIN = "musubi.tcp.relay.RelayMain";

    /** Rank 2 sends to rank 3, which only answers, until a file exists. */
    private static final String STREAM =
            """
            import mpi.MPI;
            import java.nio.file.Files;
            import java.nio.file.Path;

            class Stream {
                public static void main(String[] words) {
                    MPI.Init(words);
                    int me = MPI.COMM_WORLD.getRank();
                    int[] data = new int[50_000];
                    int last = Integer.MAX_VALUE;
                    for (int round = 0; me == 2 && round <= last; round++) {
                        data[0] = round;
                        if (round >= 20 && last == Integer.MAX_VALUE
                                && Files.exists(Path.of("enough"))) {
                            last = round + 20;
                        }
                        data[data.length - 1] = last;
                        MPI.COMM_WORLD.send(data, data.length, MPI.INT, 3, 1);
                        MPI.COMM_WORLD.recv(data, 1, MPI.INT, 3, 2);
                        check(data[0], -round);
                        if (round == 20) {
                            System.out.println("under way");
                        }
                    }
                    for (int round = 0; me == 3 && round <= last; round++) {
                        MPI.COMM_WORLD.recv(data, data.length, MPI.INT, 2, 1);
                        check(data[0], round);
                        last = data[data.length - 1];
                        data[0] = -round;
                        MPI.COMM_WORLD.send(data, 1, MPI.INT, 2, 2);
                    }
                    MPI.Finalize();
                    System.out.println("rank " + me + " done");
                }

                private static void check(int found, int expected) {
                    if (found != expected) {
                        throw new IllegalStateException(found + " instead of " + expected);
                    }
                }
            }
            """;

    private static final List<String> DONE =
            List.of("rank 0 done", "rank 1 done", "rank 2 done", "rank 3 done", "under way");

    private static final Pattern COPIED =
            Pattern.compile("relay (\\d) of site ([ABC]) on (\\w): (\\d+) circuits, (\\d+) bytes");

    @Override
    List<String> mode() {
        return List.of("--launcher", "fork", "--host", "a,b,c,d");
    }

    private MpiexecRun start(String... options) throws Exception {
        write("Stream.java", STREAM);
        List<String> all = new ArrayList<>(List.of(words(options)));
        all.add("Stream.java");
        Map<String, String> here = Map.of("CLASSPATH", ".");
        return MpiexecRun.start(null, here, directory, all.toArray(String[]::new));
    }

    private void endStream() throws Exception {
        Files.createFile(directory.resolve("enough"));
    }

    private static List<Long> relays(MpiexecRun run) {
        return run.ranks().stream().filter(pid -> MpiexecRun.hasWord(pid, MAIN)).toList();
    }

    /** Neither rank 2 nor rank 3 can call the other one. */
    @Test
    void shouldPassMessagesThroughRelaysWhenAHostFileHasPrivateSites() throws Exception {
        Path hosts = directory.resolve("sites.txt");
        Files.writeString(
                hosts,
                "a site=C\nb slots=1 site=B private\nc:1 site=A private\nd private site=B\n");
        write("Stream.java", STREAM);
        endStream();
        String[] words = {"--launcher", "fork", "-f", hosts.toString(), "--explain", "Stream.java"};
        Map<String, String> here = Map.of("CLASSPATH", ".");
        try (MpiexecRun run = MpiexecRun.start(null, here, directory, words)) {
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertEquals(DONE, result.lines());
            Map<String, Long> bytes = new TreeMap<>();
            Matcher copied = COPIED.matcher(result.err());
            int relays = 0;
            while (copied.find()) {
                relays++;
                bytes.merge(copied.group(2), Long.parseLong(copied.group(5)), Long::sum);
            }
            assertEquals(4, relays, result.err());
            // A rank calls C itself, so that a circuit needs the relay of one private site only.
            assertTrue(bytes.get("C") > 0 && bytes.get("A") + bytes.get("B") > 0, result.err());
        }
    }

    @Test
    void shouldGoOnWhenARelayIsKilled() throws Exception {
        try (MpiexecRun run = start("--sites", "A=a,c;B=b,d:private")) {
            run.awaitOutput("under way");
            for (long relay : relaysOnFirstHosts(run)) {
                MpiexecRun.signal("KILL", relay);
            }
            run.await(() -> run.err().contains("relay 1 of site B on b was ended"));
            endStream();
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertEquals(DONE, result.lines());
            result.said("relay 0 of site A on a was ended by signal 9 (SIGKILL)");
        }
    }

    /** Rank 2 has an even number, so its first route leads through the first relay of a site. */
    private static List<Long> relaysOnFirstHosts(MpiexecRun run) {
        List<Long> proxies = run.proxies();
        return relays(run).stream()
                .filter(
                        pid -> {
                            long proxy = ProcessHandle.of(pid).orElseThrow().parent().get().pid();
                            assertTrue(proxies.contains(proxy), () -> proxy + " of " + proxies);
                            return MpiexecRun.hasWord(proxy, "0") || MpiexecRun.hasWord(proxy, "1");
                        })
                .toList();
    }

    @Test
    void shouldWarnAndGoOnWhenARelayCannotListen() throws Exception {
        String port = Integer.toString(ServerPorts.free(1).getFirst());
        try (MpiexecRun run =
                start("--sites", "A=a,c;B=b,d", "--relays", "2", "--relay-port", port)) {
            endStream();
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertEquals(DONE, result.lines());
            long failed =
                    result.err().lines().filter(line -> line.contains("has not started")).count();
            assertEquals(3, failed, result.err());
        }
    }

    @Test
    void shouldStartNoRelayWhenTwoSitesAreOpen() throws Exception {
        try (MpiexecRun run = start("--sites", "A=a,c;B=b,d", "--explain")) {
            run.awaitOutput("under way");
            assertEquals(List.of(), relays(run));
            endStream();
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertFalse(result.err().contains("relay"), result.err());
        }
    }

    @Test
    void shouldEndRelaysWhenMpiexecIsKilled() throws Exception {
        try (MpiexecRun run = start("--sites", "A=a,c;B=b,d:private")) {
            run.awaitOutput("under way");
            List<Long> relays = relays(run);
            assertEquals(4, relays.size());
            for (long relay : relays) {
                String line = Files.readString(Path.of("/proc/" + relay + "/cmdline"));
                assertTrue(line.endsWith(MAIN + "\0"), line);
            }
            MpiexecRun.signal("KILL", run.process().pid());
            run.await(() -> relays(run).isEmpty());
            run.awaitEnd();
        }
    }
}
