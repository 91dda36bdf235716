package musubi.tcp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.adi.PathSample;
import musubi.tcp.socket.TcpInfo.PathTimes;

import org.junit.jupiter.api.Test;

/** Samples of a path by the kernel's figures at two times, a quarter of a second apart. */
class PathSamplerTest {
    private static final int PEER = 3;
    private static final long ELAPSED_US = 250_000;
    private static final long MEGABYTE = 1_000_000;
    private static final PathTimes BEFORE =
            new PathTimes(21_000, 400, 20_000, 90 * MEGABYTE, MEGABYTE, 5_000_000, 100_000, true);

    private static PathSample after(long rttUs, long ackedBytes, long busyUs, long limitedUs) {
        return after(rttUs, ackedBytes, busyUs, limitedUs, true);
    }

    private static PathSample after(
            long rttUs, long ackedBytes, long busyUs, long limitedUs, boolean hasUnsent) {
        PathTimes now =
                new PathTimes(
                        rttUs,
                        500,
                        20_000,
                        95 * MEGABYTE,
                        BEFORE.ackedBytes() + ackedBytes,
                        BEFORE.busyUs() + busyUs,
                        BEFORE.limitedUs() + limitedUs,
                        hasUnsent);
        return PathSampler.sample(PEER, BEFORE, now, ELAPSED_US);
    }

    @Test
    void shouldHaveTheMeanRateAsBandwidthWhenThePathWasBusy() {
        assertEquals(
                new PathSample(PEER, 40_500_000, true, 80 * MEGABYTE, 95 * MEGABYTE, true),
                after(41_000, 20 * MEGABYTE, 249_000, 1000));
    }

    @Test
    void shouldNotTakeThePathForTheLimitWhenTheWindowWas() {
        assertEquals(
                new PathSample(PEER, 20_500_000, true, 4 * MEGABYTE, 95 * MEGABYTE, false),
                after(21_000, MEGABYTE, 250_000, 200_000));
    }

    /** As when ranks await each other's messages. */
    @Test
    void shouldNotTakeThePathForTheLimitWhenNothingMoreWaits() {
        assertEquals(
                new PathSample(PEER, 20_500_000, true, 4 * MEGABYTE, 95 * MEGABYTE, false),
                after(21_000, MEGABYTE, 250_000, 0, false));
    }

    @Test
    void shouldHaveTheRoundTripWhenLittleWasInFlight() {
        assertEquals(
                new PathSample(PEER, 30_500_000, false, 4 * MEGABYTE, 95 * MEGABYTE, false),
                after(31_000, MEGABYTE, 100_000, 0));
    }

    @Test
    void shouldNotBeBelowTheShortestRoundTripWhenItVaries() {
        assertEquals(20_000_000, after(20_100, MEGABYTE, 100_000, 0).roundTripNs());
    }
}
