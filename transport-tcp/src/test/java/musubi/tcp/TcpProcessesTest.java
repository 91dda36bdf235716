package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Tests that need processes of their own. */
final class TcpProcessesTest {
    private static Process start(String jvmArgument, Class<?> program, String... arguments)
            throws IOException {
        return start(Map.of(), jvmArgument, program, arguments);
    }

    private static Process start(
            Map<String, String> settings, String jvmArgument, Class<?> program, String... arguments)
            throws IOException {
        return builder(settings, jvmArgument, program, arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static ProcessBuilder builder(
            Map<String, String> settings,
            String jvmArgument,
            Class<?> program,
            String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add(jvmArgument);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(settings);
        return builder;
    }

    @Test
    void shouldNotLoadNettyWithoutConnections() throws Exception {
        Process process = start("-Xlog:class+load:stdout", IdleProgram.class);
        List<String> lines;
        try (BufferedReader output = process.inputReader()) {
            lines = output.lines().toList();
        }
        assertEquals(0, process.waitFor());
        assertTrue(lines.stream().anyMatch(line -> line.contains("musubi.tcp.TcpTransport ")));
        assertEquals(List.of(), lines.stream().filter(line -> line.contains("io.netty.")).toList());
    }

    @Test
    void shouldLoseAPeerWhoseProcessIsKilledDespiteALongReconnectTime() throws Exception {
        int rounds = 1_000_000;
        Process one = start("-Xmx512m", PingPongProgram.class, "1", "" + rounds);
        RecordingInbound inbound = new RecordingInbound();
        Map<String, String> patient = Map.of(TcpSettings.RECONNECT.name(), "3600000");
        TransportContext context =
                LocalContext.of(0, 2, "pingpong", inbound, TcpJob.asked(patient));
        Transport transport = new TcpTransportProvider().open(context);
        Endpoint there = transport.connect(new PeerInfo(1, one.inputReader().readLine()));
        one.outputWriter().append(transport.businessCard()).append('\n').flush();
        Region content = new Region().wrapArray(new int[] {-rounds, 0}, 0, 8);
        Envelope envelope = new Envelope();
        while (there.trySend(envelope, content, 0, 8) != SendOutcome.ACCEPTED) {
            transport.poll(1);
        }
        while (inbound.messages.isEmpty()) {
            transport.poll(1);
        }
        one.destroyForcibly().waitFor();
        while (inbound.lostPeers.isEmpty()) {
            transport.poll(1);
        }
        assertEquals(SendOutcome.PEER_LOST, there.trySend(envelope, content, 0, 8));
        transport.close();
    }

    /** The JDK's limit is 128 GiB; here it is a megabyte, or a few records. */
    @ParameterizedTest
    @ValueSource(ints = {20, 15})
    void shouldContinueAfterTlsKeyUpdates(int limit, @TempDir Path directory) throws Exception {
        Path limits =
                Files.writeString(
                        directory.resolve("limits"),
                        "jdk.tls.keyLimits=AES/GCM/NoPadding KeyUpdate 2^" + limit + "\n");
        String properties = "-Djava.security.properties=" + limits;
        Process process = start(properties, KeyUpdateProgram.class);
        assertEquals(List.of("arrived 300 whole true"), process.inputReader().lines().toList());
        assertEquals(0, process.waitFor());
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldCarryMessagesBetweenProcesses(String loop) throws Exception {
        Map<String, String> settings = Map.of(TcpSettings.LOOP.name(), loop);
        Class<?> program = PingPongProgram.class;
        Process one = start(settings, "-Xmx512m", program, "1", "20");
        String card = one.inputReader().readLine();
        Process zero = start(settings, "-Xmx512m", program, "0", "20", card);
        one.outputWriter().append(zero.inputReader().readLine()).append('\n').flush();
        List<String> results = zero.inputReader().lines().toList();
        assertEquals(0, zero.waitFor());
        assertEquals(0, one.waitFor());
        assertEquals(3, results.size());
    }

    /** Without Netty's native library, as on a processor for which there is none. */
    @Test
    void shouldNameTheCauseWhenTheRequestedEventLoopIsNotAvailable() throws Exception {
        String flag = "-Dio.netty.transport.noNative=true";
        Map<String, String> epoll = Map.of(TcpSettings.LOOP.name(), "epoll");
        Process process =
                builder(epoll, flag, PingPongProgram.class, "0", "1", "127.0.0.1:9")
                        .redirectErrorStream(true)
                        .start();
        String output = process.inputReader().readAllAsString();
        assertEquals(1, process.waitFor());
        String expected = "this event loop is not available: MUSUBI_TCP_LOOP=epoll cause=";
        assertTrue(output.contains(expected), output);
    }
}
