package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.region.Region;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Ranks whose threads change and end between calls. */
final class TcpThreadsTest {
    private static final int TURNS = 40;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static TcpJob job(Map<String, String> settings) {
        TcpJob job = new TcpJob(2);
        job.join(settings);
        job.join(settings);
        return job;
    }

    private static void inThread(Runnable body) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> failure.set(e)).start(body).join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    /** Each thread ends before the next one calls. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeSuccessiveThreads(boolean tls) throws InterruptedException {
        try (TcpJob job = job(tls ? TcpTlsTransportContractTest.TLS : Map.of())) {
            AtomicReference<Endpoint> there = new AtomicReference<>();
            inThread(() -> there.set(job.connect(0, 1)));
            for (int turn = 0; turn < TURNS; turn++) {
                int tag = turn;
                inThread(() -> job.send(there.get(), tag, new byte[8]));
                inThread(() -> job.pollUntil(() -> job.tags(1).size() > tag));
            }
            assertEquals(IntStream.range(0, TURNS).boxed().toList(), job.tags(1));
        }
    }

    /** The main thread and short-lived threads call in turns. */
    @Test
    void shouldServeAlternatingThreads() throws Exception {
        try (TcpJob job = job(Map.of())) {
            Endpoint there = job.connect(0, 1);
            for (int turn = 0; turn < TURNS; turn++) {
                int tag = turn;
                if (turn % 2 == 0) {
                    inThread(() -> job.send(there, tag, new byte[9000]));
                    job.pollUntil(() -> job.tags(1).size() > tag);
                } else {
                    job.send(there, tag, new byte[9000]);
                    inThread(() -> job.pollUntil(() -> job.tags(1).size() > tag));
                }
            }
            assertEquals(IntStream.range(0, TURNS).boxed().toList(), job.tags(1));
        }
    }

    /** The thread that has connected ends while another one sleeps. */
    @Test
    void shouldWakeASleeperThatHasNotConnected() throws Exception {
        try (TcpJob job = job(Map.of())) {
            AtomicReference<Endpoint> there = new AtomicReference<>();
            inThread(
                    () -> {
                        there.set(job.connect(0, 1));
                        job.send(there.get(), 0, new byte[8]);
                        job.pollUntil(() -> job.tags(1).size() == 1);
                    });
            CountDownLatch asleep = new CountDownLatch(1);
            Transport receiver = job.transports.get(1);
            Thread sleeper =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        asleep.countDown();
                                        while (job.tags(1).size() < 2) {
                                            receiver.sleep(20_000_000_000L);
                                            receiver.poll(8);
                                        }
                                    });
            asleep.await();
            Region region = new Region().wrapArray(new byte[8], 0, 8);
            SendOutcome outcome = there.get().trySend(TcpJob.envelope(1), region, 0, 8);
            assertEquals(SendOutcome.ACCEPTED, outcome);
            sleeper.join();
            assertEquals(List.of(0, 1), job.tags(1));
        }
    }

    /** Only one thread awaits messages in the kernel: another one must not wait for as long. */
    @Test
    void shouldReturnFromSleepWhenAnotherThreadHasAccess() throws Exception {
        try (TcpJob job = job(Map.of())) {
            job.connect(0, 1);
            Transport rank = job.transports.get(1);
            Runnable sleep =
                    () -> {
                        rank.sleep(TimeUnit.HOURS.toNanos(1));
                        rank.poll(8);
                    };
            List<Thread> sleepers =
                    List.of(Thread.ofPlatform().start(sleep), Thread.ofPlatform().start(sleep));
            for (Thread sleeper : sleepers) {
                assertTrue(sleeper.join(LIMIT), "sleeps until the timeout");
            }
        }
    }
}
