package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.adi.Endpoint;
import musubi.config.Setting;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** A path that counts as long because the limit is a microsecond. */
final class TcpLongPathTest {
    static final Map<String, String> LONG = Map.of(Setting.LONG_PATH.name(), "1");

    private static TcpJob job(Map<String, String> more, boolean tls) {
        Map<String, String> settings =
                new HashMap<>(tls ? TcpTlsTransportContractTest.TLS : Map.of());
        settings.putAll(more);
        TcpJob job = new TcpJob(2);
        job.join(settings);
        job.join(settings);
        return job;
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "3,false"})
    void shouldMeasureThePathOnBothSides(String streams, boolean tls) {
        Map<String, String> settings = new HashMap<>(LONG);
        settings.put(TcpSettings.STREAMS.name(), streams);
        try (TcpJob job = job(settings, tls)) {
            Endpoint there = job.connect(0, 1);
            assertEquals(0, there.longPathBytes());
            job.pollUntil(() -> there.longPathBytes() > 0);
            Endpoint back = job.connect(1, 0);
            job.pollUntil(() -> back.longPathBytes() > 0);
            byte[] content = new byte[FrameDescriptor.FRAGMENT_BYTES];
            new Random(1).nextBytes(content);
            job.send(there, 0, content);
            job.pollUntil(() -> job.tags(1).size() == 1);
            assertArrayEquals(content, job.inbounds.get(1).messages.getFirst().payload());
        }
    }

    @Test
    void shouldNotMeasureWhenNoPathCountsAsLong() {
        try (TcpJob job = job(Map.of(Setting.LONG_PATH.name(), "0"), false)) {
            Endpoint there = job.connect(0, 1);
            job.send(there, 0, new byte[100]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            assertEquals(0, there.longPathBytes());
        }
    }
}
