package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.TransportProvider;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.concurrent.atomic.AtomicReference;

/** A rank that polls shared memory and TCP is woken by the one that carries the messages. */
@EnabledOnOs(OS.LINUX)
abstract class JointSleepContract extends ConcurrentTransportContract {
    private static final double BYTES_PER_MESSAGE = 1;

    private final String carrier;
    private final AtomicReference<Boolean> wakesSleepers = new AtomicReference<>();

    /**
     * @param carrier the name of the transport
     */
    JointSleepContract(String carrier) {
        this.carrier = carrier;
    }

    @Override
    protected TransportProvider provider() {
        return new JointTransport.Provider(carrier, wakesSleepers);
    }

    @Override
    protected String setting(String name) {
        return null;
    }

    /** Two transports are polled, and each has its own test. */
    @Override
    protected double allocatedBytesPerMessage() {
        return BYTES_PER_MESSAGE;
    }

    /** Naps of a rank that nothing wakes would fulfil the contract, too. */
    @AfterEach
    void sleepersWereWoken(TestInfo test) {
        if (test.getDisplayName().contains("RacesWithSleep")) {
            assertEquals(true, wakesSleepers.get());
        }
    }
}
