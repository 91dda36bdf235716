package musubi.tcp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.config.LongPathOptions;
import musubi.tcp.socket.TcpInfo.PathTimes;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is chosen for a long path, from measurements of this test. */
final class LongPathTest {
    private static final LongPathOptions OPTIONS = new LongPathOptions(500, "bbr");
    private static final int BYTES_PER_S = 100_000_000;

    private final MeasuredPath path = new MeasuredPath();

    private LongPath open() {
        return LongPath.of(path, OPTIONS, 0);
    }

    @Test
    void shouldBeLongFromARoundTripOn() {
        path.minRttUs = 499;
        assertNull(open());
        path.minRttUs = 500;
        assertNotNull(open());
        assertNull(LongPath.of(path, new LongPathOptions(0, "bbr"), 1000));
        path.broken = true;
        assertNull(open());
    }

    @Test
    void shouldEstimateBandwidthTimesRoundTrip() {
        LongPath longPath = open();
        assertEquals(LongPath.LEAST_BYTES, longPath.bytes());
        path.bytesPerSecond = BYTES_PER_S;
        assertTrue(longPath.measure());
        long full = BYTES_PER_S / 1_000_000L * MeasuredPath.RTT_US;
        assertEquals(full, longPath.bytes());
        path.bytesPerSecond = 1;
        longPath.measure();
        assertEquals(full - full / 16, longPath.bytes());
        for (int i = 0; i < 100; i++) {
            longPath.measure();
        }
        assertEquals(LongPath.LEAST_BYTES, longPath.bytes());
    }

    @Test
    void shouldBeLongBehindARelayNearby() {
        path.minRttUs = 20;
        assertNull(LongPath.of(path, OPTIONS, 499));
        LongPath longPath = LongPath.of(path, OPTIONS, 2 * MeasuredPath.RTT_US);
        assertNotNull(longPath);
        path.bytesPerSecond = BYTES_PER_S;
        longPath.measure();
        long nearby = BYTES_PER_S / 1_000_000L * MeasuredPath.RTT_US;
        assertEquals(2 * nearby, longPath.bytes());
        longPath.follow(3 * MeasuredPath.RTT_US);
        longPath.measure();
        assertEquals(3 * nearby, longPath.bytes());
    }

    @Test
    void shouldEndWhenItIsIdleOrBroken() {
        LongPath longPath = open();
        path.sent(1, 0);
        assertTrue(longPath.measure());
        for (int i = 1; i < LongPath.IDLE_MEASUREMENTS; i++) {
            assertTrue(longPath.measure());
        }
        assertFalse(longPath.measure());
        path.sent(1, 0);
        assertTrue(longPath.measure());
        path.broken = true;
        assertFalse(longPath.measure());
    }

    @Test
    void shouldChangeTheCongestionControlOnceWhenPacketsAreLostAgain() {
        LongPath longPath = open();
        path.sent(1000, 5);
        longPath.measure();
        longPath.measure();
        assertTrue(path.congestion.isEmpty());
        path.sent(1000, 1);
        longPath.measure();
        path.sent(1000, 1);
        longPath.measure();
        assertEquals(List.of("bbr"), path.congestion);
        assertEquals(0, path.paced);
    }

    @Test
    void shouldPaceWithTheCongestionControlThatIsSet() {
        LongPath longPath = LongPath.of(path, new LongPathOptions(500, null), 0);
        for (int i = 0; i < 3; i++) {
            path.sent(1000, 1);
            longPath.measure();
        }
        assertTrue(path.congestion.isEmpty());
        assertEquals(1, path.paced);
    }

    @Test
    void shouldPaceWhereTheKernelRefusesTheCongestionControl() {
        path.permitsCongestionControl = false;
        LongPath longPath = open();
        for (int i = 0; i < 3; i++) {
            path.sent(1000, 1);
            longPath.measure();
        }
        assertEquals(List.of("bbr"), path.congestion);
        assertEquals(1, path.paced);
    }

    @Test
    void shouldBeLossBoundOnlyWithoutAnotherCongestionControl() {
        for (boolean permits : new boolean[] {true, false}) {
            path.permitsCongestionControl = permits;
            LongPath longPath = open();
            for (int i = 0; i < 3; i++) {
                assertFalse(longPath.isLossBound());
                path.sent(1000, i);
                longPath.measure();
            }
            assertEquals(!permits, longPath.isLossBound());
            path.retransmits = 0;
        }
    }

    @Test
    void shouldSampleWhatWasDoneSinceTheLastSample() {
        path.sent(100, 1);
        path.times = new PathTimes(0, 0, 0, 0, 1000, 500, 50, true);
        LongPath longPath = open();
        path.sent(10, 2);
        path.times = new PathTimes(0, 0, 0, 0, 1700, 900, 80, true);
        longPath.measure();
        assertEquals(
                new StreamSample(1000, 400, 30, 1000, 700, 10, 2), longPath.sample(1000, true));
        assertEquals(StreamSample.idle(1000), longPath.sample(1000, false));
    }

    @Test
    void shouldTolerateRareLosses() {
        LongPath longPath = open();
        for (int i = 0; i < 3; i++) {
            path.sent(200_000, 1);
            longPath.measure();
        }
        assertTrue(path.congestion.isEmpty());
        assertEquals(0, path.paced);
    }
}
