package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Large payloads in arrays, which the kernel accesses directly, or which are copied. */
final class TcpArraysTest {
    private static final long SEED = Long.getLong("arrays.seed", System.nanoTime());
    private static final int BYTES = FrameDescriptor.FRAGMENT_BYTES;
    private static final int OFFSET = 24;

    private final byte[] content = new byte[BYTES];

    private TcpJob job(Map<String, String> settings) {
        System.out.println("arrays.seed=" + SEED);
        new Random(SEED).nextBytes(content);
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent(TcpSettings.NATIVE_ARRAYS_AFTER.name(), "0");
        TcpJob job = new TcpJob(2);
        job.join(all);
        job.join(all);
        return job;
    }

    private Region regionOver(Object array) {
        Region region = new Region().wrapArray(array, OFFSET, BYTES);
        region.copyFrom(MemorySegment.ofArray(content), 0, 0, BYTES);
        return region;
    }

    /**
     * Sends a number of payloads without copies and waits until they have arrived and completed.
     */
    private void lend(TcpJob job, ZeroCopyRecorder there, Region region, int times) {
        Envelope envelope = TcpJob.envelope(0);
        envelope.kind = RecordingInbound.LANDING_KIND;
        int before = job.tags(1).size();
        for (int i = 0; i < times; i++) {
            job.pollUntil(() -> there.send(envelope, region, BYTES, true) == SendOutcome.ACCEPTED);
        }
        long sends = there.ticket();
        job.pollUntil(() -> job.tags(1).size() == before + times && there.completedUpTo(sends));
        for (int i = 0; i < times; i++) {
            assertArrayEquals(content, job.inbounds.get(1).messages.get(before + i).payload());
        }
    }

    static List<Object> arrays() {
        return List.of(
                new byte[BYTES + OFFSET],
                new short[BYTES / 2 + OFFSET],
                new char[BYTES / 2 + OFFSET],
                new int[BYTES / 4 + OFFSET],
                new float[BYTES / 4 + OFFSET],
                new long[BYTES / 8 + OFFSET],
                new double[BYTES / 8 + OFFSET]);
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldSendArraysOfAllTypesWithoutCopies(Object array) {
        try (TcpJob job = job(Map.of())) {
            ZeroCopyRecorder there = ZeroCopyRecorder.of(job.connect(0, 1));
            lend(job, there, regionOver(array), 5);
            assertEquals(5, there.ticket());
        }
    }

    @Test
    void shouldCopyArraysWithChecksumsOrWhenDisabledOrBelowTheThreshold() {
        List<Map<String, String>> settings =
                List.of(
                        Map.of(TcpSettings.CHECKSUMS.name(), "true"),
                        Map.of(TcpSettings.NATIVE_ARRAYS.name(), "false"),
                        Map.of(TcpSettings.NATIVE_ARRAYS_AFTER.name(), "1000000000"),
                        Map.of(TcpSettings.LOOP.name(), "nio"));
        for (Map<String, String> setting : settings) {
            try (TcpJob job = job(setting)) {
                ZeroCopyRecorder there = ZeroCopyRecorder.of(job.connect(0, 1));
                lend(job, there, regionOver(new long[BYTES / 8 + OFFSET]), 3);
                assertEquals(0, there.ticket(), setting.toString());
            }
        }
    }

    @Test
    void shouldSendWithoutCopiesAboveTheThreshold() {
        String after = Integer.toString(3 * BYTES);
        try (TcpJob job = job(Map.of(TcpSettings.NATIVE_ARRAYS_AFTER.name(), after))) {
            ZeroCopyRecorder there = ZeroCopyRecorder.of(job.connect(0, 1));
            lend(job, there, regionOver(new byte[BYTES + OFFSET]), 1);
            assertEquals(0, there.ticket());
            lend(job, there, regionOver(new byte[BYTES + OFFSET]), 4);
            assertTrue(there.ticket() > 0);
        }
    }

    @Test
    void shouldCopyBooleans() {
        try (TcpJob job = job(Map.of())) {
            boolean[] array = new boolean[BYTES];
            array[77] = true;
            Region region = new Region().wrapArray(array, 0, BYTES);
            ZeroCopyRecorder there = ZeroCopyRecorder.of(job.connect(0, 1));
            job.pollUntil(
                    () ->
                            there.send(TcpJob.envelope(3), region, BYTES, true)
                                    == SendOutcome.ACCEPTED);
            job.pollUntil(() -> job.tags(1).size() == 1);
            assertEquals(0, there.ticket());
            assertEquals(1, job.inbounds.get(1).messages.getFirst().payload()[77]);
        }
    }

    @Test
    void shouldResendAZeroCopyArrayWhenTheConnectionBreaksMidway() throws IOException {
        AtomicInteger none = new AtomicInteger();
        try (TcpJob job = job(Map.of());
                ChaosProxy proxy = new ChaosProxy(job.address(1), SEED, List.of(), 1000, none)) {
            Endpoint endpoint = job.connectThrough(proxy.port(), 0, 1);
            ZeroCopyRecorder there = ZeroCopyRecorder.of(endpoint);
            Region region = regionOver(new int[BYTES / 4 + OFFSET]);
            job.send(endpoint, 0, new byte[8]);
            int sent = 1;
            for (int round = 0; round < 20 || there.ticket() <= 20; round++) {
                assertTrue(round < 10_000, () -> "zero-copy sends=" + there.ticket());
                Envelope envelope = TcpJob.envelope(0);
                envelope.kind = RecordingInbound.LANDING_KIND;
                for (int tries = 0; tries < 40; tries++) {
                    sent += accepts(there, envelope, region) ? 1 : 0;
                    job.transports.get(0).poll(8);
                }
                proxy.resetAll();
                job.pollFor(1_000_000);
            }
            int all = sent;
            long sends = there.ticket();
            job.pollUntil(() -> job.tags(1).size() == all && there.completedUpTo(sends));
            for (int i = 1; i < all; i++) {
                assertArrayEquals(content, job.inbounds.get(1).messages.get(i).payload());
            }
            assertFalse(there.completedUpTo(sends + 1));
        }
    }

    private static boolean accepts(ZeroCopyRecorder there, Envelope envelope, Region region) {
        return there.send(envelope, region, BYTES, true) == SendOutcome.ACCEPTED;
    }
}
