package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.link.LinkTimes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Three hosts, the last with two ranks: network namespaces with a name each, joined by a bridge in
 * a fourth, all of them gone after the test. Skipped where creating them is not permitted.
 */
class NamespacesIT {
    private static final int HOSTS = 3;
    private static final int RANKS = HOSTS + 1;

    @TempDir private Path directory;

    private Namespaces network;

    @BeforeEach
    void make() throws Exception {
        network = Namespaces.of(HOSTS);
    }

    @AfterEach
    void remove() throws Exception {
        if (network != null) {
            network.close();
        }
    }

    private static String hosts() {
        return String.join(
                ",",
                IntStream.rangeClosed(1, HOSTS)
                        .mapToObj(h -> Namespaces.address(h) + (h == HOSTS ? ":2" : ":1"))
                        .toList());
    }

    private Path program() throws IOException {
        return Files.writeString(
                directory.resolve("Where.java"),
                """
                import mpi.*;

                class Where {
                    public static void main(String[] words) throws Exception {
                        MPI.Init(words);
                        Intracomm world = MPI.COMM_WORLD;
                        int me = world.getRank();
                        byte[] large = new byte[3_000_000];
                        byte[] other = new byte[large.length];
                        int size = world.getSize();
                        for (int shift = 1; shift < size; shift++) {
                            large[large.length - 1] = (byte) me;
                            int from = (me + size - shift) % size;
                            Request sent =
                                    world.iSend(
                                            large, large.length, MPI.BYTE, (me + shift) % size, 1);
                            world.recv(other, other.length, MPI.BYTE, from, 1);
                            sent.waitFor();
                            if (other[other.length - 1] != from) {
                                throw new IllegalStateException("from " + from);
                            }
                        }
                        Comm here = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
                        System.out.println(
                                me + " on " + MPI.getProcessorName() + " with " + here.getSize());
                        MPI.Finalize();
                    }
                }
                """);
    }

    private static final List<String> EXPECTED =
            List.of("0 on h1 with 1", "1 on h2 with 1", "2 on h3 with 2", "3 on h3 with 2");

    private static final List<String> TRANSPORTS =
            List.of(
                    "musubi: rank 0: tcp with ranks 1-3",
                    "musubi: rank 1: tcp with ranks 0, 2-3",
                    "musubi: rank 2: shm with rank 3, tcp with ranks 0-1",
                    "musubi: rank 3: shm with rank 2, tcp with ranks 0-1");

    /** Starts mpiexec on the first of the hosts. */
    private MpiexecRun start(Map<String, String> variables, String... words) {
        return MpiexecRun.startBehind(network.on(1), variables, words);
    }

    private SshServers servers() throws Exception {
        SshServers servers = SshServers.in(directory);
        for (int host = 1; host <= HOSTS; host++) {
            servers.listen(Namespaces.address(host), network.on(host, "h" + host));
        }
        return servers;
    }

    @Test
    void shouldRunOverSsh() throws Exception {
        try (SshServers servers = servers()) {
            for (String fanOut : List.of("1", "8")) {
                String[] words = {
                    "--explain",
                    "--fan-out",
                    fanOut,
                    "--host",
                    hosts(),
                    MpiexecRun.CHEAP_COMPILER,
                    program().toString()
                };
                try (MpiexecRun run = start(servers.variables(), words)) {
                    MpiexecRun.Result result = run.finish().exitedWith(0);
                    assertEquals(EXPECTED, result.lines());
                    assertEquals(TRANSPORTS, result.transports());
                }
            }
        }
    }

    @Test
    void shouldRunWithAnyProgramInThePlaceOfSsh() throws Exception {
        Path agent = directory.resolve("agent");
        String script =
                """
                #!/bin/sh
                n=${1#%s}
                exec ip netns exec %s$n unshare -u sh -c "hostname h$n && $2"
                """;
        Files.writeString(agent, script.formatted(Namespaces.NETWORK, network.prefix()));
        assertTrue(agent.toFile().setExecutable(true));
        String[] words = {
            "--tls",
            "-v",
            "--launcher",
            "ssh",
            "--launcher-exec",
            agent.toString(),
            "--iface",
            "eth0",
            "--host",
            hosts(),
            MpiexecRun.CHEAP_COMPILER,
            program().toString()
        };
        try (MpiexecRun run = start(Map.of(), words)) {
            assertEquals(EXPECTED, run.finish().exitedWith(0).lines());
        }
    }

    private static final String LONELY =
            """
            import java.nio.file.*;
            import mpi.*;

            class Lonely {
                public static void main(String[] words) throws Exception {
                    MPI.Init(words);
                    Intracomm world = MPI.COMM_WORLD;
                    world.setErrhandler(MPI.ERRORS_RETURN);
                    int me = world.getRank();
                    world.barrier();
                    System.out.println("ready");
                    byte[] data = new byte[50_000];
                    try {
                        while (me == 1 && Files.notExists(Path.of("%1$s"))) {
                            Thread.sleep(1);
                        }
                        if (me == 1) {
                            world.send(data, data.length, MPI.BYTE, 2, 1);
                        }
                        world.recv(data, data.length, MPI.BYTE, me == 2 ? 1 : 2, 2);
                    } catch (MPIException e) {
                        System.out.println(me + " alone");
                    }
                    Thread.sleep(600_000);
                }
            }
            """;

    /** Neither by silence of ranks, which is off, nor by mpiexec, which takes longer. */
    @Test
    void shouldLoseARankWhoseHostDoesNotAnswerWithDataUnderWayAndWithout() throws Exception {
        Path cut = directory.resolve("cut");
        Path source = directory.resolve("Lonely.java");
        Files.writeString(source, LONELY.formatted(cut));
        try (SshServers servers = servers()) {
            Map<String, String> variables = new HashMap<>(servers.variables());
            variables.put("MUSUBI_TCP_SILENCE", "0");
            variables.put("MUSUBI_TCP_RECONNECT", "1000");
            String all = hosts().replace(":2", ":1");
            String[] words = {"--host", all, MpiexecRun.CHEAP_COMPILER, source.toString()};
            try (MpiexecRun run = start(variables, words)) {
                run.await(() -> run.out().lines().count() == HOSTS);
                network.cut(3);
                Files.createFile(cut);
                run.await(() -> run.out().contains("0 alone") && run.out().contains("1 alone"));
            }
        }
    }

    private static final String BEHIND =
            """
            import java.nio.file.*;
            import mpi.*;

            class Behind {
                public static void main(String[] words) throws Exception {
                    MPI.Init(words);
                    Intracomm world = MPI.COMM_WORLD;
                    int me = world.getRank();
                    for (String each : new String[] {"begin", "cut"}) {
                        System.out.println("before " + each);
                        while (Files.notExists(Path.of("%1$s", each))) {
                            Thread.sleep(1);
                        }
                        exchange(world, new byte[%2$d]);
                    }
                    System.out.println(me + " goes on");
                    Thread.sleep(600_000);
                }

                private static void exchange(Intracomm world, byte[] data) throws Exception {
                    if (world.getRank() == 2) {
                        world.send(data, data.length, MPI.BYTE, 0, 1);
                        world.recv(data, data.length, MPI.BYTE, 0, 2);
                    } else if (world.getRank() == 0) {
                        world.recv(data, data.length, MPI.BYTE, 2, 1);
                        world.send(data, data.length, MPI.BYTE, 2, 2);
                    }
                }
            }
            """;

    /** Far more than the host of a gateway receives otherwise. */
    private static final int BEHIND_BYTES = 2_000_000;

    /** Rank 2 then calls rank 0 itself; the silence of ranks is off. */
    @Test
    void shouldGoOnWhenTheHostOfTheGatewayDoesNotAnswer() throws Exception {
        Path source = directory.resolve("Behind.java");
        Files.writeString(source, BEHIND.formatted(directory, BEHIND_BYTES));
        Path list = directory.resolve("sites.txt");
        Files.writeString(
                list,
                "%s site=A\n%s site=B private\n%s site=B private\n"
                        .formatted(
                                Namespaces.address(1),
                                Namespaces.address(2),
                                Namespaces.address(3)));
        try (SshServers servers = servers()) {
            Map<String, String> variables = new HashMap<>(servers.variables());
            variables.put("MUSUBI_TCP_SILENCE", "0");
            String[] words = {
                "--hostfile",
                list.toString(),
                "--relays",
                "1",
                MpiexecRun.CHEAP_COMPILER,
                source.toString()
            };
            try (MpiexecRun run = start(variables, words)) {
                awaitLines(run, "before begin");
                long before = network.receivedBytes(2);
                Files.createFile(directory.resolve("begin"));
                awaitLines(run, "before cut");
                long through = network.receivedBytes(2) - before;
                assertTrue(through >= 2 * BEHIND_BYTES, through + " bytes at the gateway");
                network.cut(2);
                Files.createFile(directory.resolve("cut"));
                run.await(() -> run.out().contains("0 goes on") && run.out().contains("2 goes on"));
            }
        }
    }

    /** Waits until the rank of each host has printed a line. */
    private static void awaitLines(MpiexecRun run, String line) throws InterruptedException {
        run.await(() -> run.out().lines().filter(line::equals).count() == HOSTS);
    }

    private static final String ROUNDS =
            """
            import java.nio.file.*;
            import mpi.*;

            class Rounds {
                public static void main(String[] words) throws Exception {
                    MPI.Init(words);
                    boolean[] goesOn = {true};
                    long sum = 0;
                    for (int round = 0; goesOn[0]; round++) {
                        int[] parts = {round};
                        int[] total = new int[1];
                        MPI.COMM_WORLD.allReduce(parts, total, 1, MPI.INT, MPI.SUM);
                        if (total[0] != round * MPI.COMM_WORLD.getSize()) {
                            throw new IllegalStateException(round + ": " + total[0]);
                        }
                        goesOn[0] = Files.notExists(Path.of("%1$s"));
                        MPI.COMM_WORLD.bcast(goesOn, 1, MPI.BOOLEAN, 0);
                        if (round == 0) {
                            System.out.println("ready");
                        }
                    }
                    MPI.Finalize();
                }
            }
            """;

    @Test
    void shouldReportACutLinkAndGoOnWhenItHeals() throws Exception {
        Path end = directory.resolve("end");
        Path source = directory.resolve("Rounds.java");
        Files.writeString(source, ROUNDS.formatted(end));
        try (SshServers servers = servers()) {
            Map<String, String> variables = new HashMap<>(servers.variables());
            variables.put(LinkTimes.SILENCE_VARIABLE, "3000");
            String[] words = {"--host", hosts(), MpiexecRun.CHEAP_COMPILER, source.toString()};
            try (MpiexecRun run = start(variables, words)) {
                run.await(() -> run.out().lines().count() == RANKS);
                long before = count(run, "silent for");
                network.cut(3);
                run.await(() -> count(run, "silent for") > before);
                long answers = count(run, "answers again after");
                network.heal(3);
                run.await(() -> count(run, "answers again after") > answers);
                Files.createFile(end);
                run.finish().exitedWith(0);
            }
        }
    }

    private static long count(MpiexecRun run, String text) {
        String line = Namespaces.address(3) + ": " + text;
        return run.err().lines().filter(each -> each.contains(line)).count();
    }

    @Test
    void shouldEndWhenAHostFallsSilent() throws Exception {
        try (SshServers servers = servers()) {
            String[] words = {"--host", hosts(), "musubi.launch.programs.Sleeper"};
            Map<String, String> variables = new HashMap<>(servers.variables());
            // Longer than a busy machine keeps a node proxy from running.
            variables.put(LinkTimes.RECONNECT_VARIABLE, "15000");
            try (MpiexecRun run = start(variables, words)) {
                run.await(() -> run.out().lines().count() == RANKS);
                network.cut(3);
                run.awaitEnd();
                assertEquals(137, run.process().exitValue());
                // The silent host detects the loss by itself.
                run.await(() -> run.proxies().isEmpty());
                run.assertNothingLeft();
            }
        }
    }
}
