package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.job.ThreadDumps;
import musubi.launch.link.Frame;
import musubi.launch.link.FrameStream;
import musubi.launch.link.LinkTimes;
import musubi.launch.link.ProxyLink;
import musubi.launch.link.Renewal;
import musubi.launch.link.Renewal.Connection;
import musubi.launch.output.OutputSink;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A child node proxy that has fallen silent. */
@Timeout(300)
class ChildProxiesTest {
    private static final LinkTimes TIMES = new LinkTimes(60_000, LinkTimes.LEAST_MS);

    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

    /** Notes the messages and the threads that deliver them. */
    private final class Noting implements ChildProxies.Above {
        @Override
        public void received(Frame frame) {
            throw new AssertionError(frame);
        }

        @Override
        public void lost(int node, LaunchFailure why) {
            texts.add(why.getMessage());
        }

        @Override
        public void message(String text) {
            threads.add(Thread.currentThread());
            texts.add(text);
        }
    }

    /** A caller that reads mpiexec's standard error may block the delivery for any time. */
    @Test
    void shouldDeliverNotesOfSilenceApartFromHeartbeats() throws Exception {
        RemoteLaunch launch =
                new RemoteLaunch(
                        RemoteLaunch.Launcher.SSH, null, List.of(), null, 32, false, TIMES);
        ProxyTree tree = new ProxyTree("job", List.of(HostSlots.of("alpha.invalid", 1)), launch);
        ChildProxies children = new ChildProxies(ProxyTree.ROOT, tree, new Noting());
        CountDownLatch served = new CountDownLatch(1);
        OutputStream out =
                new OutputStream() {
                    @Override
                    public void write(int next) {
                        served.countDown();
                    }
                };
        try (PipedOutputStream other = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(other)) {
            Connection mute = new Connection(new FrameStream(in, out), null);
            ProxyLink link = new ProxyLink(0, mute, Renewal.AWAITED, TIMES);
            Thread.ofPlatform().daemon().start(() -> children.serve(link));
            served.await();
            children.tick();
            children.tick();
            String text = texts.take();
            assertTrue(text.startsWith("alpha.invalid: silent for 1.0 s"), text);
            assertNotSame(Thread.currentThread(), threads.take());
            assertDumpsMiss(children);
            link.abort();
        }
    }

    private static void assertDumpsMiss(ChildProxies children) {
        LaunchPlan plan =
                new CommandLineParser(Map.of(), _ -> {})
                        .read(List.of("--host", "alpha.invalid", "Main"));
        RemoteRanks ranks = new RemoteRanks(plan.placement(), children, null);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        new ThreadDumps(ranks, new OutputSink(printed, _ -> {})).print("the end");
        assertTrue(
                printed.toString(StandardCharsets.UTF_8)
                        .endsWith("no thread dumps of alpha.invalid (silent for 1.0 s)\n"),
                printed::toString);
    }
}
