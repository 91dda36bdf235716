package musubi.bootstrap.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Bootstrap;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

class LocalJobTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private List<Future<String>> onAllRanks(int size, RankBody body, LocalJob job) {
        List<Future<String>> results = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            int own = rank;
            Callable<String> call = () -> body.run(job.bootstrap(own));
            results.add(threads.submit(call));
        }
        return results;
    }

    private interface RankBody {
        String run(Bootstrap bootstrap) throws InterruptedException;
    }

    private static String exchange(Bootstrap bootstrap) {
        int next = (bootstrap.worldRank() + 1) % bootstrap.worldSize();
        for (int round = 0; round < 50; round++) {
            bootstrap.put("r" + round + "-" + bootstrap.worldRank(), bootstrap.jobId());
            bootstrap.fence();
            assertEquals(bootstrap.jobId(), bootstrap.get("r" + round + "-" + next));
        }
        bootstrap.leave();
        return bootstrap.jobId();
    }

    @Test
    void shouldShowPutsOfAllRanksWhenTheFenceIsPassed() throws Exception {
        LocalJob job = new LocalJob(8, "job");
        for (Future<String> result : onAllRanks(8, LocalJobTest::exchange, job)) {
            assertEquals("job-0", result.get());
        }
    }

    @Test
    void shouldStartAfreshWhenRanksComeBackAfterLeaving() throws Exception {
        LocalJob job = new LocalJob(4, "job");
        RankBody twice =
                first -> {
                    first.put("old", "1");
                    String firstId = exchange(first);
                    Bootstrap second = job.bootstrap(first.worldRank());
                    assertEquals(null, second.get("old"));
                    assertNotEquals(firstId, second.jobId());
                    return exchange(second);
                };
        for (Future<String> result : onAllRanks(4, twice, job)) {
            assertEquals("job-1", result.get());
        }
    }

    @Test
    void shouldFailWaitingRanksWhenTheJobIsAborted() throws Exception {
        LocalJob job = new LocalJob(3, "job");
        RankBody body =
                bootstrap -> {
                    if (bootstrap.worldRank() == 2) {
                        TimeUnit.MILLISECONDS.sleep(50);
                        bootstrap.abort(7, "on purpose");
                    }
                    bootstrap.fence();
                    return "passed";
                };
        for (Future<String> result : onAllRanks(3, body, job)) {
            ExecutionException failure = assertThrows(ExecutionException.class, result::get);
            MpiFailure cause = (MpiFailure) failure.getCause();
            assertEquals(ErrorClass.PROC_ABORTED, cause.errorClass());
            assertTrue(cause.getMessage().contains("on purpose"), cause.getMessage());
        }
    }

    @Test
    void shouldRejectARankWhenTheJobDoesNotHaveIt() {
        LocalJob job = new LocalJob(2, "job");
        assertThrows(MpiFailure.class, () -> job.bootstrap(2));
        assertThrows(MpiFailure.class, () -> job.bootstrap(-1));
        assertThrows(MpiFailure.class, () -> new LocalJob(0, "job"));
    }
}
