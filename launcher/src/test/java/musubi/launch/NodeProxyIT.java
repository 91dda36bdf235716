package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.job.JobDirectory;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.FrameStream;
import musubi.launch.link.Heartbeat;
import musubi.launch.link.LinkTimes;
import musubi.launch.link.PayloadWriter;
import musubi.launch.link.ProxyLink;
import musubi.launch.link.Renewal;
import musubi.launch.link.Renewal.Connection;
import musubi.launch.proxy.NodeProxy;
import musubi.launch.proxy.ProxyTree;

import org.junit.jupiter.api.Test;

import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** The end of a node proxy with a child, with the test in place of mpiexec. */
class NodeProxyIT {
    @Test
    void shouldLetItsChildRunUntilTheChildIsDone() throws Exception {
        String job = JobDirectory.choose().jobId();
        RemoteLaunch launch =
                new RemoteLaunch(
                        RemoteLaunch.Launcher.FORK,
                        null,
                        List.of(),
                        null,
                        1,
                        false,
                        LinkTimes.DEFAULT);
        ProxyTree tree =
                new ProxyTree(job, List.of(HostSlots.of("a", 1), HostSlots.of("b", 1)), launch);
        List<String> words = MpiexecRun.command("--as", NodeProxy.COMMAND, job, "0");
        Process proxy = new ProcessBuilder(words).redirectError(Redirect.INHERIT).start();
        try {
            FrameStream stream = new FrameStream(proxy.getInputStream(), proxy.getOutputStream());
            assertTrue(stream.awaitGreeting());
            ProxyLink link =
                    new ProxyLink(0, new Connection(stream, null), Renewal.NONE, LinkTimes.DEFAULT);
            Heartbeat.start(link::tick);
            link.send(Frame.of(Kind.TREE, 0, new PayloadWriter().record(tree)));
            assertEquals("HELLO", next(link).split(" ")[0]);
            assertEquals("HELLO", next(link).split(" ")[0]);

            PayloadWriter noHurry = new PayloadWriter().flag(false).flag(false);
            link.send(Frame.of(Kind.FINISH, 0, noHurry));
            // Commands and answers pass through the parent as before.
            link.send(Frame.of(Kind.DUMP, 1));
            assertEquals("DUMPED of 1", next(link));
            link.send(Frame.of(Kind.FINISH, 1, noHurry));
            assertEquals("DONE of 1", next(link));
            assertEquals("LOST of 1", next(link));
            assertEquals("DONE of 0", next(link));
            assertEquals("end", next(link));
            assertEquals(0, proxy.waitFor());
        } finally {
            proxy.destroyForcibly();
        }
    }

    private static String next(ProxyLink link) throws InterruptedException {
        Frame frame = link.read();
        return frame == null ? "end" : frame.kind() + " of " + frame.node();
    }
}
