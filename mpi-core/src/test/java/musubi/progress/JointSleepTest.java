package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.SleepElsewhere;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** In which transports a rank sleeps that polls several. */
class JointSleepTest {
    private static final int DESCRIPTOR = 7;
    private static final long MS = 1_000_000;

    private final List<String> log = new ArrayList<>();
    private final Host host = new Host();

    /** A transport that logs its sleeps. */
    private class Sleeping extends Transport {
        private final String name;

        Sleeping(String name) {
            super(new TransportTraits(1, 1, true), null);
            this.name = name;
        }

        @Override
        public int distanceTo(PeerInfo peer) {
            return 0;
        }

        @Override
        public Endpoint connect(PeerInfo peer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int poll(int limit) {
            return 0;
        }

        @Override
        public void sleep(long timeoutNs) {
            log.add(name + " sleeps " + timeoutNs / MS);
        }

        @Override
        public void close() {}
    }

    private final class Host extends Sleeping implements SleepElsewhere.WakePipe {
        private int descriptor = DESCRIPTOR;
        private boolean fails;

        Host() {
            super("host");
        }

        @Override
        public int descriptor() {
            return descriptor;
        }

        @Override
        public void sleep(long timeoutNs) {
            super.sleep(timeoutNs);
            if (fails) {
                throw new IllegalStateException();
            }
        }
    }

    private final class Other extends Sleeping implements SleepElsewhere {
        private final String name;
        private boolean wakes = true;
        private boolean quiet = true;

        Other(String name) {
            super(name);
            this.name = name;
        }

        @Override
        public boolean canBeWokenBy(int descriptor) {
            assertEquals(DESCRIPTOR, descriptor);
            return wakes;
        }

        @Override
        public boolean beginSleep() {
            log.add(name + " begins");
            return quiet;
        }

        @Override
        public void endSleep() {
            log.add(name + " ends");
        }
    }

    @Test
    void shouldSleepInTheTransportWithThePipe() {
        new JointSleep(new Other("a"), host, new Other("b")).sleep(9 * MS);
        assertEquals(List.of("a begins", "b begins", "host sleeps 9", "b ends", "a ends"), log);
    }

    @Test
    void shouldNotSleepWhenSomethingHasArrived() {
        Other first = new Other("a");
        first.quiet = false;
        new JointSleep(first, new Other("b"), host).sleep(9 * MS);
        assertEquals(List.of("a begins", "a ends"), log);
    }

    @Test
    void shouldEndTheSleepWhenTheHostFails() {
        host.fails = true;
        JointSleep joint = new JointSleep(new Other("a"), host);
        assertThrows(IllegalStateException.class, () -> joint.sleep(9 * MS));
        assertEquals(List.of("a begins", "host sleeps 9", "a ends"), log);
    }

    @Test
    void shouldNapWhenThePipeIsNotThere() {
        host.descriptor = -1;
        JointSleep joint = new JointSleep(host, new Other("a"));
        joint.sleep(9 * MS);
        host.descriptor = DESCRIPTOR;
        joint.sleep(0);
        assertEquals(List.of("a sleeps 1", "a begins", "host sleeps 0", "a ends"), log);
    }

    @Test
    void shouldNapWhenPeersCannotWrite() {
        Other second = new Other("b");
        second.wakes = false;
        new JointSleep(host, new Other("a"), second).sleep(9 * MS);
        assertEquals(List.of("a sleeps 1"), log);
    }

    @Test
    void shouldNapWhenATransportCannotWakeTheRank() {
        new JointSleep(new Sleeping("c"), new Other("a"), host).sleep(9 * MS);
        new JointSleep(new Sleeping("c"), host).sleep(9 * MS);
        new JointSleep(new Other("a"), new Other("b")).sleep(9 * MS);
        assertEquals(List.of("a sleeps 1", "c sleeps 1", "a sleeps 1"), log);
    }
}
