package musubi.launch.proxy;

import musubi.launch.failure.CommandName;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.process.RankProcess;
import musubi.launch.program.Installation;

import java.util.ArrayList;
import java.util.List;

/** The command that starts a node proxy on a host; its standard streams form the link. */
final class RemoteCommand {
    /** System property: the path of the script mpiexec, which finds a JDK on any host. */
    static final String SCRIPT_PROPERTY = "musubi.script";

    /** No prompts, no X11, and a timeout, so that an unresponsive host is tried again. */
    private static final List<String> SSH_OPTIONS =
            List.of(
                    "-x",
                    "-T",
                    "-o",
                    "BatchMode=yes",
                    "-o",
                    "ConnectTimeout=10",
                    "-o",
                    "ServerAliveInterval=5",
                    "-o",
                    "ServerAliveCountMax=2");

    private static final List<String> SRUN_OPTIONS =
            List.of(
                    "--nodes=1",
                    "--ntasks=1",
                    "--overlap",
                    "--mpi=none",
                    "--unbuffered",
                    "--cpu-bind=none");

    private RemoteCommand() {}

    /**
     * The command for a node.
     *
     * @param home the installation, at the same path on all hosts
     */
    static List<String> of(ProxyTree tree, int node, Installation home) {
        List<String> proxy = proxyWords(home, tree.jobId(), node);
        if (isChild(tree, node)) {
            return inOwnSession(proxy);
        }
        proxy.add(NodeProxy.REMOTE);
        return inOwnSession(onHost(tree, node, proxy));
    }

    /** The command that connects to the running proxy of a node again. */
    static List<String> again(ProxyTree tree, int node, Installation home) {
        List<String> proxy = proxyWords(home, tree.jobId(), node);
        proxy.add(NodeProxy.AGAIN);
        return inOwnSession(onHost(tree, node, proxy));
    }

    /**
     * The command that kills a proxy whose link is broken at the end of this process.
     *
     * @param pid the process id of the proxy on its host
     */
    static String kill(ProxyTree tree, int node, long pid) {
        String script =
                "grep -qs -e %s /proc/%d/cmdline && kill -KILL %d"
                        .formatted(tree.jobId(), pid, pid);
        return quoted(onHost(tree, node, List.of("sh", "-c", script)));
    }

    /** Whether the proxy of a node is a child process, whose pipe does not break. */
    static boolean isChild(ProxyTree tree, int node) {
        return switch (tree.remoteLaunch().launcher()) {
            case FORK -> true;
            case AUTO -> LocalHost.is(tree.hosts().get(node).name());
            default -> false;
        };
    }

    private static List<String> onHost(ProxyTree tree, int node, List<String> command) {
        HostSlots host = tree.hosts().get(node);
        RemoteLaunch remoteLaunch = tree.remoteLaunch();
        return switch (remoteLaunch.launcher()) {
            case SLURM -> srun(host, remoteLaunch, command);
            case AUTO, SSH -> ssh(host, remoteLaunch, command);
            default -> throw new IllegalStateException("not started remotely: node=" + node);
        };
    }

    /** A session of its own: Ctrl-C at the terminal reaches mpiexec only. */
    private static List<String> inOwnSession(List<String> words) {
        return RankProcess.inNewSession(words.toArray(new String[0]));
    }

    /** The command that runs on the host. */
    static List<String> proxyWords(Installation home, String jobId, int node) {
        List<String> words = new ArrayList<>();
        String script = System.getProperty(SCRIPT_PROPERTY);
        if (script != null) {
            words.add(script);
        } else {
            words.add(Installation.java());
            words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
            words.addAll(List.of("-XX:-UsePerfData", "-XX:AOTCache=" + home.launcherCache()));
            words.addAll(List.of("-Xlog:aot*=off,cds*=off", "-jar", home.launcherJar().toString()));
        }
        words.addAll(List.of("--as", CommandName.get()));
        words.addAll(List.of("--as", NodeProxy.COMMAND, jobId, Integer.toString(node)));
        return words;
    }

    private static List<String> ssh(
            HostSlots host, RemoteLaunch remoteLaunch, List<String> command) {
        List<String> words = new ArrayList<>();
        words.add(remoteLaunch.executable() == null ? "ssh" : remoteLaunch.executable());
        if (remoteLaunch.executable() == null || remoteLaunch.executable().endsWith("ssh")) {
            words.addAll(SSH_OPTIONS);
        }
        words.addAll(remoteLaunch.options());
        if (host.user() != null) {
            words.addAll(List.of("-l", host.user()));
        }
        if (host.port() > 0) {
            words.addAll(List.of("-p", Integer.toString(host.port())));
        }
        words.add(host.name());
        words.add("exec " + quoted(command));
        return words;
    }

    private static List<String> srun(
            HostSlots host, RemoteLaunch remoteLaunch, List<String> command) {
        List<String> words = new ArrayList<>();
        words.add(remoteLaunch.executable() == null ? "srun" : remoteLaunch.executable());
        words.addAll(SRUN_OPTIONS);
        words.add("--nodelist=" + host.name());
        words.addAll(remoteLaunch.options());
        words.addAll(command);
        return words;
    }

    /** The command quoted for a POSIX shell. */
    static String quoted(List<String> words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append(text.isEmpty() ? "" : " ");
            boolean plain = word.matches("[A-Za-z0-9_./:=+-]+");
            text.append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return text.toString();
    }
}
