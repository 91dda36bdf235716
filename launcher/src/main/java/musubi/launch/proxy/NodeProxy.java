package musubi.launch.proxy;

import musubi.launch.failure.CommandName;
import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.NodeShare;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.Heartbeat;
import musubi.launch.link.LinkTls;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.link.ProxyLink;
import musubi.launch.options.ParsedOptions;
import musubi.launch.output.OutputSink;
import musubi.launch.pmi.KeyLookup;
import musubi.launch.process.RelayProcess;
import musubi.launch.process.RelayStart;
import musubi.launch.process.StartedProcess;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The agent of mpiexec on a host: starts the ranks of the host and relays their streams, signals
 * and PMI; starts its child node proxies and forwards their frames. Its standard input and output
 * are the first connection of the link to its parent. The end of that link ends the node proxy at
 * once, and its watcher then kills all that it has started.
 *
 * <p>Thread rule: one thread executes commands of mpiexec; the thread that reads the link forwards
 * frames and answers PMI.
 */
public final class NodeProxy implements ChildProxies.Above {
    /** The name of the command. */
    public static final String COMMAND = "node-proxy";

    /** The argument of a proxy whose connection may break: its parent connects again. */
    static final String REMOTE = "remote";

    /** The argument that requests a connection to the running proxy ({@link LinkRelay}). */
    static final String AGAIN = "again";

    private final int node;
    private final ProxyLink up;
    private final JobDirectory directory;
    private final Watcher watcher;
    private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final PmiRelay pmi;
    private final OutputUplink output =
            new OutputUplink(
                    piece -> sendUp(new Frame(Kind.OUTPUT, node(), piece.write().bytes())));
    private final InputPipe input =
            new InputPipe(bytes -> send(Kind.INPUT_ACK, new PayloadWriter().number(bytes)));
    private volatile ProxyTree tree;
    private volatile ChildProxies below;
    private volatile boolean paused;

    /** The work is done: the end of the link is regular. */
    private volatile boolean done;

    /** Used by the executing thread. */
    private final NodeRanks ranks;

    private final RelayProcess relay;

    /** A command; false if it is the last. */
    private interface Task {
        boolean run() throws IOException, InterruptedException;
    }

    private NodeProxy(JobDirectory directory, int node, ProxyLink up) {
        this.node = node;
        this.up = up;
        this.directory = directory;
        pmi = new PmiRelay(node, this::send, this::route, this::failed);
        watcher = new Watcher(directory, () -> tasks.add(this::restartWatcher));
        ranks = new NodeRanks(directory, watcher, pmi, output, this::onEvent);
        relay =
                new RelayProcess(
                        watcher,
                        directory.jobId(),
                        line -> send(Kind.RELAY, new PayloadWriter().text(line)));
    }

    private int node() {
        return node;
    }

    /**
     * Runs the command; returns its exit code.
     *
     * @param words the job id, the number of the node, and {@link #REMOTE}, {@link #AGAIN}, or, for
     *     the manual launcher, the address of mpiexec and whether to use TLS
     */
    public static int run(List<String> words) throws InterruptedException {
        boolean tls = words.size() == 4 && words.get(3).equals(LinkTls.WORD);
        if (words.size() < 2 || words.size() > 3 && !tls) {
            throw LaunchFailure.usage("node proxies are started by the launcher")
                    .with("arguments", words);
        }
        String jobId = words.get(0);
        int node = ParsedOptions.number("node", words.get(1));
        String kind = words.size() > 2 ? words.get(2) : "";
        if (kind.equals(AGAIN)) {
            return LinkRelay.run(LinkRelay.connect(jobId, node, null));
        }
        JobDirectory directory = JobDirectory.ofNode(jobId, node);
        LinkListener listener = null;
        if (kind.equals(REMOTE)) {
            directory.create();
            listener = LinkListener.open(directory);
            // An ssh that breaks early is repeated, and may have started the proxy already. Each
            // listens before it looks for the other, so two never run.
            SocketChannel other = LinkRelay.connect(jobId, node, directory);
            if (other != null) {
                listener.withdraw();
                return LinkRelay.run(other);
            }
        }
        ProxyLink up = FirstLink.open(jobId, node, kind, tls);
        if (up == null) {
            Optional.ofNullable(listener).ifPresent(LinkListener::withdraw);
            return ExitCode.FAILURE;
        }
        System.setOut(System.err);
        if (listener != null) {
            listener.serve(up);
        }
        return new NodeProxy(directory, node, up).run();
    }

    private int run() throws InterruptedException {
        if (!Files.exists(directory.path())) {
            directory.create();
        }
        int cores = Runtime.getRuntime().availableProcessors();
        int pid = (int) ProcessHandle.current().pid();
        send(Kind.HELLO, new PayloadWriter().number(cores).text(LocalHost.name()).number(pid));
        Heartbeat.start(this::tick);
        Thread.ofPlatform().daemon().name("link").start(this::readLink);
        try {
            boolean more = true;
            while (more) {
                more = tasks.take().run();
            }
        } catch (IOException e) {
            failed("malformed frame of " + CommandName.get() + ": " + e.getMessage());
            return ExitCode.FAILURE;
        }
        return 0;
    }

    private void tick() {
        if (paused) {
            up.resetTimer();
        }
        up.tick();
        if (below != null) {
            below.tick();
        }
    }

    /** Ends the process after the loss of the link; the watcher cleans up. */
    private void end() {
        if (!done) {
            Runtime.getRuntime().halt(ExitCode.FAILURE);
        }
    }

    private void readLink() {
        try {
            for (Frame frame = up.read(); frame != null; frame = up.read()) {
                if (frame.node() == node) {
                    received(frame, frame.reader());
                } else if (below != null) {
                    below.send(frame);
                }
            }
            if (!up.cause().isEmpty()) {
                System.err.println(OutputSink.PREFIX + "node proxy: lost its link: " + up.cause());
            }
        } catch (IOException e) {
            System.err.println(OutputSink.PREFIX + "node proxy: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }

    private void received(Frame frame, PayloadReader in) throws IOException {
        switch (frame.kind()) {
            case TREE -> startBelow(in.record(ProxyTree.class));
            case PMI, PMI_END, KEY_ANSWER -> pmi.answer(frame);
            case KEYS, KEYS_PARTITIONED -> takeKeys(frame, in);
            case OWNER_KEYS -> pmi.storeKeys(in);
            case KEY_LOOKUP -> pmi.answerLookup(KeyLookup.read(in));
            case OUTPUT_ACK -> output.acknowledged(in.number());
            case INPUT -> input.add(in.bytes());
            case FILE -> FileTransfer.write(directory.path(), in);
            case LAUNCH -> {
                LaunchCommand command = in.record(LaunchCommand.class);
                tasks.add(() -> startRanks(command));
            }
            case RELAY_START -> {
                RelayStart start = in.record(RelayStart.class);
                tasks.add(() -> startRelay(start));
            }
            case RELAY -> relay.send(in.word());
            case SIGNAL -> {
                String name = in.word();
                tasks.add(() -> signal(name));
            }
            case DUMP -> tasks.add(this::dump);
            case FINISH -> {
                boolean hurry = in.flag();
                boolean failed = in.flag();
                tasks.add(() -> finish(hurry, failed));
            }
            default -> throw new IOException("not for a node: frame=" + frame.kind());
        }
    }

    /** Forwards values to the children before the release of the barrier. */
    private void takeKeys(Frame frame, PayloadReader in) throws IOException {
        if (frame.kind() == Kind.KEYS) {
            pmi.storeKeys(in);
        } else {
            pmi.partitionKeys(in);
        }
        for (int child : below == null ? List.<Integer>of() : tree.childrenOf(node)) {
            below.send(new Frame(frame.kind(), child, frame.payload()));
        }
    }

    private void startBelow(ProxyTree newTree) {
        tree = newTree;
        up.times(newTree.remoteLaunch().linkTimes());
        pmi.nodes(newTree.hosts().size());
        ChildProxies subtree = new ChildProxies(node, newTree, this);
        below = subtree;
        subtree.start(Installation.find(), watcher);
    }

    private boolean startRanks(LaunchCommand command) {
        try {
            ranks.start(
                    command,
                    NodeShare.of(command.plan().placement(), node),
                    ListenAddress.choose(tree, node, System.getenv()),
                    this::onStarted,
                    this::message);
            ranks.input().ifPresent(input::connect);
        } catch (LaunchFailure e) {
            ranks.ranks().signal("KILL");
            send(Kind.FAILED, new PayloadWriter().number(e.exitCode()).text(e.getMessage()));
        }
        return true;
    }

    private boolean startRelay(RelayStart start) {
        relay.start(start, () -> ListenAddress.choose(tree, node, System.getenv()));
        return true;
    }

    private void onStarted(StartedProcess start) {
        PayloadWriter out = new PayloadWriter().number(start.ranks().first());
        out.number(start.ranks().count()).text(Long.toString(start.pid())).text(start.command());
        send(Kind.STARTED, out);
    }

    private void onEvent(JobEvent event) {
        switch (event) {
            case JobEvent.RanksEnded(List<Integer> ended, int code) ->
                    tasks.add(
                            () -> {
                                ended.forEach(ranks.ranks()::ended);
                                send(Kind.ENDED, new PayloadWriter().numbers(ended).number(code));
                                return true;
                            });
            case JobEvent.ProtocolBroken(int _, String text) -> failed(text);
            default -> throw new IllegalStateException("on a node: event=" + event);
        }
    }

    private void failed(String text) {
        send(Kind.FAILED, new PayloadWriter().number(ExitCode.FAILURE).text(text));
    }

    private boolean signal(String name) {
        paused = name.equals("STOP") || paused && !name.equals("CONT");
        up.resetTimer();
        ranks.ranks().signal(name);
        return true;
    }

    private boolean dump() throws InterruptedException {
        ranks.ranks().dumpThreads();
        sendUp(Frame.of(Kind.DUMPED, node));
        return true;
    }

    private boolean restartWatcher() {
        if (!watcher.restart()) {
            failed("the watcher process was killed too often");
        }
        return true;
    }

    /** Ends after the children: the watcher kills those that still run when it is closed. */
    private boolean finish(boolean hurry, boolean failed) throws InterruptedException {
        ranks.finish(hurry);
        relay.finish();
        if (failed) {
            String prefix = OutputSink.PREFIX + "on " + LocalHost.name() + ": ";
            ranks.lastEvents().ifPresent(text -> message(prefix + text));
        }
        if (below != null) {
            below.awaitEnd();
        }
        done = true;
        sendUp(Frame.of(Kind.DONE, node));
        // Until the last frame is acknowledged a new connection needs the socket in the directory.
        up.finish();
        directory.remove();
        watcher.close();
        return false;
    }

    private void send(Kind kind, PayloadWriter payload) {
        sendUp(Frame.of(kind, node, payload));
    }

    private void sendUp(Frame frame) {
        up.send(frame);
    }

    /** Lookups turn at the first node that has the owner among its descendants. */
    @Override
    public void received(Frame frame) {
        if (frame.kind() == Kind.KEY_LOOKUP || frame.kind() == Kind.KEY_ANSWER) {
            route(frame);
        } else {
            sendUp(frame);
        }
    }

    /** Routes a frame towards its node. */
    private void route(Frame frame) {
        if (frame.node() != node) {
            if (tree.towards(node, frame.node()) >= 0) {
                below.send(frame);
            } else {
                sendUp(frame);
            }
            return;
        }
        try {
            received(frame, frame.reader());
        } catch (IOException e) {
            failed("malformed frame of a node proxy: " + e.getMessage());
        }
    }

    @Override
    public void lost(int lost, LaunchFailure why) {
        PayloadWriter out = new PayloadWriter().number(why.exitCode()).text(why.getMessage());
        sendUp(Frame.of(Kind.LOST, lost, out));
    }

    @Override
    public void message(String text) {
        send(Kind.MESSAGE, new PayloadWriter().text(text));
    }
}
