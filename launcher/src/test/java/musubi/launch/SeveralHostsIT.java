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
import java.util.stream.IntStream;

/** Jobs whose node proxies all run on this machine. */
class SeveralHostsIT extends ProgramsInFolder {
    private static final String CHEAP_COMPILER = MpiexecRun.CHEAP_COMPILER;
    private static final String RANK = "musubi.launch.programs.Rank";
    private static final List<String> SOME_FAN_OUTS =
            Boolean.getBoolean("musubi.test.modes") ? List.of("1", "8") : List.of("1");
    private static final String SLEEPER = "musubi.launch.programs.Sleeper";

    @Override
    List<String> mode() {
        return List.of("--launcher", "fork");
    }

    private MpiexecRun.Result shell(String hosts, String script) throws InterruptedException {
        return run("--host", hosts, "sh", "-c", script);
    }

    @Test
    void shouldPassWorldAndLocalRanks() throws InterruptedException {
        MpiexecRun.Result result =
                shell("a:2,b:1", "echo $PMI_RANK/$PMI_SIZE $MPI_LOCALRANKID/$MPI_LOCALNRANKS");
        assertEquals(List.of("0/3 0/2", "1/3 1/2", "2/3 0/1"), result.exitedWith(0).lines());
        assertEquals("", result.err());
    }

    @Test
    void shouldReturnTheCodesOfOneHost() throws InterruptedException {
        String hosts = "a,b";
        shell(hosts, "[ $PMI_RANK = 1 ] && exit 3; exec sleep 600")
                .exitedWith(3)
                .said("rank 1 (pid ")
                .said(" on b) ended with exit code 3");
        shell(hosts, "[ $PMI_RANK = 1 ] && kill -SEGV $$; exec sleep 600").exitedWith(139);
        shell(hosts, "[ $PMI_RANK = 1 ] && kill -KILL $$; exec sleep 600").exitedWith(137);
        shell(hosts, "trap '' TERM INT; [ $PMI_RANK = 1 ] && exit 3; while :; do sleep 1; done")
                .exitedWith(3);
        shell(hosts, "exit 0").exitedWith(0);
        run("--host", hosts, "-wdir", "/", "no-such-program").exitedWith(127);
    }

    @Test
    void shouldPassOnSignals() throws InterruptedException {
        String script = MpiexecRun.untilUsr1("$$");
        try (MpiexecRun run = MpiexecRun.start(words("--host", "a,b", "sh", "-c", script))) {
            run.await(() -> run.out().lines().count() == 2);
            List<Long> ranks = run.out().lines().map(Long::parseLong).toList();
            long mpiexec = run.process().pid();
            MpiexecRun.signal("TSTP", mpiexec);
            // Also mpiexec, which stops last: a process that stops after SIGCONT stays stopped.
            run.await(
                    () ->
                            ranks.stream().allMatch(MpiexecRun::isStopped)
                                    && MpiexecRun.isStopped(mpiexec));
            MpiexecRun.signal("CONT", mpiexec);
            run.await(() -> ranks.stream().noneMatch(MpiexecRun::isStopped));
            MpiexecRun.signal("USR1", mpiexec);
            assertEquals(4, run.finish().exitedWith(0).lines().size());
        }
    }

    @Test
    void shouldCarryLargeInputToRankZeroAndLargeOutputBack() throws Exception {
        Path input = directory.resolve("input");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            text.append("line ").append(i).append('\n');
        }
        Files.writeString(input, text);
        String[] words = words("--fan-out", "1", "--host", "b,a", "cat");
        try (MpiexecRun run = MpiexecRun.start(input, Map.of(), null, words)) {
            assertEquals(text.toString(), run.finish().exitedWith(0).out());
        }
        String script = "[ $PMI_RANK = 2 ] && head -c 50000000 /dev/zero | tr '\\0' '\\377'; true";
        assertEquals(50_000_000, shell("a,b,c", script).exitedWith(0).out().length());
    }

    @Test
    void shouldNotNeedAReaderOfTheInput() throws Exception {
        Path input = directory.resolve("input");
        Files.write(input, new byte[5_000_000]);
        String[] words = words("--host", "a,b", "true");
        try (MpiexecRun run = MpiexecRun.start(input, Map.of(), null, words)) {
            run.finish().exitedWith(0);
        }
    }

    private static final Map<String, List<String>> TRANSPORTS =
            Map.of(
                    "slot",
                    List.of(
                            "musubi: rank 0: shm with rank 1, tcp with rank 2",
                            "musubi: rank 1: shm with rank 0, tcp with rank 2",
                            "musubi: rank 2: tcp with ranks 0-1"),
                    "node",
                    List.of(
                            "musubi: rank 0: shm with rank 2, tcp with rank 1",
                            "musubi: rank 1: tcp with ranks 0, 2",
                            "musubi: rank 2: shm with rank 0, tcp with rank 1"));

    @Test
    void shouldUseSharedMemoryWithinAHostAndTcpBetweenHosts() throws Exception {
        write("Mixed.java", MIXED);
        for (String map : List.of("slot", "node")) {
            String[] words = {
                "--explain",
                "--report-bindings",
                "--host",
                "a:2,b",
                "--map-by",
                map,
                CHEAP_COMPILER,
                "Mixed.java"
            };
            MpiexecRun.Result result = runHere(words).exitedWith(0);
            for (int rank = 0; rank < 3; rank++) {
                result.said("] MCW rank " + rank + " ");
            }
            assertEquals(TRANSPORTS.get(map), result.transports());
            int[] here = map.equals("slot") ? new int[] {2, 2, 1} : new int[] {2, 1, 2};
            assertEquals(
                    IntStream.range(0, 3)
                            .mapToObj(rank -> rank + " of 3, " + here[rank] + " here, sum 3")
                            .toList(),
                    result.lines());
        }
    }

    @Test
    void shouldEncryptBetweenHosts() throws Exception {
        write("Mixed.java", MIXED);
        String[] words = {"--tls", "--host", "a:2,b", CHEAP_COMPILER, "Mixed.java"};
        MpiexecRun.Result result = runHere(words).exitedWith(0);
        assertEquals(3, result.lines().size());
        assertEquals("", result.err());
        words = "--tls --pvas --explain --host a:2,b Mixed.java".split(" ");
        result = runHere(words).exitedWith(0);
        assertEquals(3, result.lines().size());
        assertEquals(TRANSPORTS.get("slot"), result.transports());
        // No warnings, but lines of transports and algorithms.
        String explained = "musubi: (rank [0-9]|[A-Z]+): .*";
        assertTrue(result.err().lines().allMatch(line -> line.matches(explained)), result::err);
        words =
                ("--tls --host a,b -n 1 %1$s Mixed.java"
                                + " : -n 1 %1$s -Dmusubi.tcp.tls=false Mixed.java")
                        .formatted(CHEAP_COMPILER)
                        .split(" ");
        String said = runHere(words).err();
        assertTrue(said.contains("not speak TLS") || said.contains("uses TLS"), said);
    }

    private static final String MIXED =
            """
            import mpi.*;

            class Mixed {
                public static void main(String[] words) {
                    MPI.Init(words);
                    Intracomm world = MPI.COMM_WORLD;
                    int me = world.getRank();
                    int size = world.getSize();
                    int[] large = new int[1 << 18];
                    java.util.Arrays.fill(large, me);
                    int[] other = new int[large.length];
                    for (int shift = 1; shift < size; shift++) {
                        int to = (me + shift) % size;
                        int from = (me + size - shift) % size;
                        Request sent = world.iSend(large, large.length, MPI.INT, to, shift);
                        world.recv(other, other.length, MPI.INT, from, shift);
                        sent.waitFor();
                        if (other[0] != from || other[other.length - 1] != from) {
                            throw new IllegalStateException("from " + from + ": " + other[0]);
                        }
                    }
                    int[] sum = {me};
                    world.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    Comm here = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
                    System.out.println(
                            me + " of " + size + ", " + here.getSize() + " here, sum " + sum[0]);
                    MPI.Finalize();
                }
            }
            """;

    @Test
    void shouldShareValuesAmongRanksOfAllHosts() throws InterruptedException {
        // Jobs of SitesIT share those of Init among hosts that are all below mpiexec.
        for (String fanOut : SOME_FAN_OUTS) {
            shareValues("--fan-out", fanOut);
        }
    }

    @Test
    void shouldShareValuesWhenTheyLiveAtOwnersOnly() throws InterruptedException {
        for (String fanOut : List.of("1", "8")) {
            shareValues("--fan-out", fanOut, "--key-broadcast", "0");
        }
        for (String fanOut : SOME_FAN_OUTS) {
            shareValues("--fan-out", fanOut, "--key-broadcast", "1000");
        }
    }

    private void shareValues(String... options) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("--host", "a:2,b,c", CHEAP_COMPILER, RANK, "keys", "30"));
        List<String> lines = run(words.toArray(new String[0])).exitedWith(0).lines();
        assertEquals(8, lines.size(), lines::toString);
        assertTrue(lines.getFirst().startsWith("rank 0: 120 values in "), lines::toString);
    }

    @Test
    void shouldHideTheSecretFromCommandLinesAndVariables() throws Exception {
        String script = "env | grep -E 'MUSUBI|PMI'; tr '\\0' ' ' < /proc/$PPID/cmdline";
        String seen = shell("a,b", script).exitedWith(0).out();
        assertFalse(seen.contains("SECRET"), seen);
        assertFalse(seen.lines().anyMatch(line -> line.matches(".*[0-9a-f]{64}.*")), seen);
    }

    @Test
    void shouldReturn137WhenANodeProxyIsKilled() throws InterruptedException {
        for (String fanOut : List.of("1", "8")) {
            String[] words = words("--fan-out", fanOut, "--host", "a,b,c", SLEEPER, "mpi");
            try (MpiexecRun run = MpiexecRun.start(words)) {
                run.await(() -> run.out().lines().count() == 3);
                List<Long> proxies = new ArrayList<>(run.proxies());
                assertEquals(3, proxies.size());
                MpiexecRun.signal("KILL", proxies.get(1));
                run.finish().exitedWith(137).said("lost the node proxy on ");
            }
        }
    }

    @Test
    void shouldLeaveNothingWhenMpiexecIsKilled() throws InterruptedException {
        String[] words = words("--fan-out", "1", "--host", "a,b,c", SLEEPER, "mpi");
        try (MpiexecRun run = MpiexecRun.start(words)) {
            run.await(() -> run.out().lines().count() == 3);
            run.process().destroyForcibly();
            run.awaitEnd();
            run.assertNothingLeft();
        }
    }

    @Test
    void shouldReportTheCauseWhenAHostCannotBeReached() throws Exception {
        Path ssh = directory.resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\necho 'Permission denied (publickey).' >&2\nexit 255\n");
        assertTrue(ssh.toFile().setExecutable(true));
        MpiexecRun.run(
                        "--launcher",
                        "ssh",
                        "--launcher-exec",
                        ssh.toString(),
                        "--host",
                        "a,b",
                        "true")
                .exitedWith(1)
                .said("cannot start ranks on a host: host=")
                .said("Permission denied");
        MpiexecRun.run("--launcher", "fork", "--iface", "none0", "--host", "a,b", "true")
                .exitedWith(2)
                .said("--iface=none0");
        MpiexecRun.run("--iface", "none0", "true").exitedWith(2).said("--iface=none0");
    }

    @Test
    void shouldListenOnTheInterfaceAlsoOnASingleHost() throws InterruptedException {
        MpiexecRun.Result result = MpiexecRun.run("--iface", "lo", "printenv", "MUSUBI_TCP_HOST");
        assertEquals("127.0.0.1\n", result.exitedWith(0).out());
    }

    @Test
    void shouldTryAgainWhenAHostIsNotThereYet() throws Exception {
        Path ssh = directory.resolve("ssh");
        String script =
                """
                #!/bin/sh
                while [ $# -gt 2 ]; do shift; done
                if ! [ -e "%1$s/$1" ]; then
                    touch "%1$s/$1"
                    echo "ssh: Could not resolve hostname $1: Name or service not known" >&2
                    exit 255
                fi
                echo 'what a login script prints'
                exec sh -c "$2"
                """;
        Files.writeString(ssh, script.formatted(directory));
        assertTrue(ssh.toFile().setExecutable(true));
        MpiexecRun.Result result =
                MpiexecRun.run(
                        "--launcher",
                        "ssh",
                        "--launcher-exec",
                        ssh.toString(),
                        "--host",
                        "alpha.invalid,beta.invalid",
                        "sh",
                        "-c",
                        "echo $PMI_RANK");
        assertEquals(List.of("0", "1"), result.exitedWith(0).lines());
    }
}
