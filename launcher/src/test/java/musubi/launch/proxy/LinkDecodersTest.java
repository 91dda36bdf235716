package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.hosts.HostSite;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.FrameStream;
import musubi.launch.link.FrameStream.Numbered;
import musubi.launch.link.LinkTimes;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.RankProgram;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Messages on links of node proxies: decoded as sent, or rejected. */
class LinkDecodersTest {
    private static final int ROUNDS = Integer.getInteger("musubi.test.fuzz", 20_000);

    private final long seed = Long.getLong("musubi.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir private Path directory;

    /** Reads a payload; may fail with an IOException. */
    private interface Decoder {
        void read(PayloadReader in) throws IOException;
    }

    private static LaunchCommand orders() {
        Map<String, String> variables = Map.of("HYDRA_LAUNCHER", "fork", "PATH", "/bin");
        LaunchPlan plan =
                new CommandLineParser(variables, _ -> {})
                        .read(
                                List.of(
                                        "-host",
                                        "a:2,b",
                                        "--map-by=l3cache:SPAN",
                                        "--bind-to=user:0+2,1",
                                        "--display=bind,topo",
                                        "-n",
                                        "2",
                                        "-Dx=1",
                                        "Main",
                                        "x",
                                        ":",
                                        "-envnone",
                                        "-env",
                                        "E",
                                        "2",
                                        "-n",
                                        "3",
                                        "prog"));
        List<RankProgram> programs =
                List.of(
                        new RankProgram.Java(
                                List.of("-Dx=1"), "/job/classes0:.", List.of("Main", "x")),
                        new RankProgram.Executable(List.of("prog")));
        return new LaunchCommand(plan, programs, variables, "/here", "/job", 4);
    }

    private static ProxyTree tree() {
        return new ProxyTree(
                "1-2",
                List.of(HostSlots.of("a", 2), new HostSlots("b", 1, 3, "me", 22, HostSite.UNKNOWN)),
                new RemoteLaunch(
                        RemoteLaunch.Launcher.SSH,
                        "rsh",
                        List.of("-v"),
                        "eth0",
                        3,
                        true,
                        new LinkTimes(7, 8)));
    }

    private static byte[] bytes(Record components) {
        return new PayloadWriter().record(components).bytes();
    }

    @Test
    void shouldDecodeALaunchCommandWhenItIsEncoded() throws IOException {
        LaunchCommand sent = orders();
        byte[] bytes = bytes(sent);
        LaunchCommand read = new PayloadReader(bytes).record(LaunchCommand.class);
        assertEquals(sent.programs(), read.programs());
        assertEquals(sent.plan().segments(), read.plan().segments());
        assertEquals(sent.plan().settings(), read.plan().settings());
        assertEquals(sent.variables(), read.variables());
        assertEquals(sent, read);
        RankProgram.Java moved = (RankProgram.Java) read.programsIn(Path.of("/own")).getFirst();
        assertEquals("/own/classes0:.", moved.userPath());
        assertEquals(tree(), new PayloadReader(bytes(tree())).record(ProxyTree.class));
    }

    @Test
    void shouldRejectAPayloadWhenItIsMalformed() throws IOException {
        byte[] piece =
                new OutputPiece(3, true, OutputPiece.Use.OFFER, "[1] ", new byte[9])
                        .write()
                        .bytes();
        byte[] file = new PayloadWriter().text("classes/A.class").bytes(piece, 0, 9).bytes();
        fuzz(bytes(orders()), in -> in.record(LaunchCommand.class));
        fuzz(bytes(tree()), in -> in.record(ProxyTree.class));
        fuzz(piece, OutputPiece::read);
        fuzz(file, in -> FileTransfer.write(directory, in));
        fuzz(
                new PayloadWriter().map(Map.of("c", "d")).numbers(List.of(1, 2)).bytes(),
                in -> {
                    in.map();
                    in.numbers();
                });
    }

    /** Only an IOException is permitted, and some inputs must cause it. */
    private void fuzz(byte[] sound, Decoder decoder) throws IOException {
        decoder.read(new PayloadReader(sound));
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = damaged(sound);
            try {
                decoder.read(new PayloadReader(bytes));
            } catch (IOException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed=" + seed + " round=" + round + " " + Arrays.toString(bytes), e);
            }
        }
        assertTrue(refused > 0, "seed=" + seed);
    }

    private byte[] damaged(byte[] sound) {
        byte[] bytes = Arrays.copyOf(sound, random.nextInt(sound.length + 5));
        for (int changes = random.nextInt(6); changes >= 0 && bytes.length > 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    @Test
    void shouldRejectAFileWhenItIsOutsideTheJobDirectory() {
        for (String name : List.of("../x", "/etc/x", "a/../../x", "", ".", "a\0b")) {
            byte[] piece = new PayloadWriter().text(name).bytes(new byte[1], 0, 1).bytes();
            Path inner = directory.resolve("inner");
            assertThrows(
                    IOException.class,
                    () -> FileTransfer.write(inner, new PayloadReader(piece)),
                    name);
        }
        assertFalse(Files.exists(directory.resolve("x")));
    }

    @Test
    void shouldReadFramesWhenALoginPrintsTextBefore() throws IOException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        wire.writeBytes("Welcome!\n\nMUSUBI NODE\n\n".getBytes());
        FrameStream sender = new FrameStream(new ByteArrayInputStream(new byte[0]), wire);
        sender.greet();
        sender.write(new Numbered(5, 6, new Frame(Kind.PMI, 7, new byte[] {1, 2})));
        sender.write(new Numbered(-1, 9, Frame.of(Kind.PING, -1)));
        FrameStream reader = new FrameStream(new ByteArrayInputStream(wire.toByteArray()), wire);
        assertTrue(reader.awaitGreeting());
        Numbered first = reader.read();
        assertEquals(5, first.number());
        assertEquals(6, first.received());
        Frame frame = first.frame();
        assertEquals(Kind.PMI, frame.kind());
        assertEquals(7, frame.node());
        assertArrayEquals(new byte[] {1, 2}, frame.payload());
        Numbered second = reader.read();
        assertEquals(-1, second.number());
        assertEquals(9, second.received());
        assertEquals(Kind.PING, second.frame().kind());
        assertNull(reader.read());
        byte[] junk = new byte[100_000];
        FrameStream foreign = new FrameStream(new ByteArrayInputStream(junk), wire);
        assertFalse(foreign.awaitGreeting());
    }

    @Test
    void shouldRejectAFrameWhenItIsMalformed() throws IOException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        FrameStream sender = new FrameStream(new ByteArrayInputStream(new byte[0]), wire);
        for (Kind kind : Kind.values()) {
            sender.write(new Numbered(1, 2, new Frame(kind, 1, new byte[kind.ordinal()])));
        }
        byte[] sound = wire.toByteArray();
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = damaged(sound);
            FrameStream reader = new FrameStream(new ByteArrayInputStream(bytes), wire);
            try {
                for (Numbered next = reader.read(); next != null; next = reader.read()) {
                    assertTrue(next.frame().payload().length <= bytes.length);
                }
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("not a frame"), e.getMessage());
            }
        }
    }

    @Test
    void shouldTransferAFileWhenItNeedsSeveralPieces() throws IOException {
        Path from = Files.createDirectories(directory.resolve("from/classes0/a"));
        byte[] large = new byte[3 * Frame.PIECE_BYTES];
        random.nextBytes(large);
        Files.write(from.resolve("Large.class"), large);
        Files.write(from.resolve("Empty.class"), new byte[0]);
        Files.write(directory.resolve("from/other"), new byte[1]);
        Path to = directory.resolve("to");
        FileTransfer.send(
                directory.resolve("from"),
                "classes",
                0,
                frame -> {
                    try {
                        FileTransfer.write(to, frame.reader());
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
        assertArrayEquals(large, Files.readAllBytes(to.resolve("classes0/a/Large.class")));
        assertEquals(0, Files.size(to.resolve("classes0/a/Empty.class")));
        assertFalse(Files.exists(to.resolve("other")));
    }
}
