package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.socket.SocketBuffers;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

final class TcpBufferBudgetTest {
    private static final int IDLE_BYTES = SocketBuffers.IDLE_BYTES;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMeasureAConnectionInUse(boolean tls) throws IOException {
        Map<String, String> settings =
                new HashMap<>(tls ? TcpTlsTransportContractTest.TLS : Map.of());
        settings.put(TcpSettings.MEMORY.name(), Integer.toString(8 * IDLE_BYTES));
        try (TcpJob job = new TcpJob(2)) {
            job.join(settings);
            job.join(settings);
            Endpoint there = job.connect(0, 1);
            byte[] content = new byte[60_000];
            job.send(there, 0, content);
            SocketBuffers buffers = job.transport(0).connections().connectionTo(1).buffers();
            for (int i = 0; buffers.sendBytes() == SocketBuffers.AUTOTUNED; i++) {
                assertTrue(i < 100_000, "never measured");
                job.send(there, 0, content);
                IntStream.range(0, 64).forEach(_ -> job.poll());
            }
            int size = buffers.sendBytes();
            assertTrue(size > 0 && size <= IDLE_BYTES, "send=" + size);
        }
    }
}
