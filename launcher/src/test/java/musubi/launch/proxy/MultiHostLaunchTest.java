package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.output.OutputSink;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.pmi.PmiProtocol;
import musubi.launch.process.Watcher;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Losses of node proxies before mpiexec has sent the launch command. */
class MultiHostLaunchTest {
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();

    /** The nodes: 0 and its child 1, with its child 2. */
    private MultiHostLaunch launch(JobDirectory directory, Watcher watcher) {
        LaunchPlan plan =
                new CommandLineParser(Map.of(), _ -> {})
                        .read(List.of("--fan-out", "1", "--host", "a:2,b,c", "Main"));
        OutputSink sink = new OutputSink(OutputStream.nullOutputStream(), _ -> {});
        PmiProtocol protocol =
                new PmiProtocol(
                        directory.jobId(), plan.programNumbers(), plan.placement(), events::add);
        return new MultiHostLaunch(
                new MultiHostLaunch.Site(plan, Map.of(), null, events, sink, sink),
                directory,
                watcher,
                protocol);
    }

    @Test
    void shouldCountAllRanksBehindANodeAsLostOnceWhenItEndsEarly() {
        JobDirectory directory = JobDirectory.choose();
        try (Watcher watcher = new Watcher(directory, () -> {})) {
            MultiHostLaunch launch = launch(directory, watcher);
            LaunchFailure why = LaunchFailure.withCode(7, "gone");
            launch.lost(1, why);
            assertEquals(new JobEvent.StartFailed(List.of(2, 3), 7, "gone"), events.poll());
            // No further event: no output of the lost nodes is due.
            launch.lost(1, why);
            launch.lost(2, why);
            assertEquals(null, events.poll());
            launch.lost(0, why);
            assertEquals(4, ((JobEvent.StartFailed) events.poll()).ranks().size());
        }
    }
}
