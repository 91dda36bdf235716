package musubi.launch.proxy;

import musubi.bootstrap.RankNames;
import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.job.JobRecords;
import musubi.launch.job.JobSupervisor;
import musubi.launch.job.ThreadDumps;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.Heartbeat;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.output.OutputSink;
import musubi.launch.output.StreamOptions;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.pmi.PmiProtocol;
import musubi.launch.process.StartedProcess;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;
import musubi.launch.program.ProgramResolver;
import musubi.launch.program.RankProgram;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;

/**
 * A job on several hosts: starts the node proxies, sends them the launch command, and translates
 * their frames into events of {@link JobSupervisor}, which acts as for a job on one machine.
 */
public final class MultiHostLaunch implements ChildProxies.Above {
    /** The time limit for the last output of nodes after a signal to mpiexec, in ms. */
    private static final long HURRY_MS = 1_000;

    private static final long FOREVER_MS = 1L << 40;

    /** The variable of the setting {@code secret}, which prevails over the job's secret. */
    private static final String SECRET = "MUSUBI_SECRET";

    private final Site site;
    private final JobDirectory directory;
    private final Watcher watcher;
    private final PmiProtocol protocol;
    private final ProxyTree tree;
    private final ChildProxies nodes;
    private final RemoteRanks ranks;
    private final RemotePmiPeers peers;
    private final OutputQueue output;
    private final OutputQueue errors;
    private final InputForwarder input;

    /** Null if the job has none. */
    private final RelayLaunch relays;

    private final LastMessages lastMessages;
    private volatile boolean running;

    /** The job has ended: messages of nodes follow that on its cause. */
    private volatile boolean ending;

    /**
     * The context of a launch.
     *
     * @param variables the environment of mpiexec
     * @param events the events of the job
     */
    public record Site(
            LaunchPlan plan,
            Map<String, String> variables,
            Installation installation,
            BlockingQueue<JobEvent> events,
            OutputSink standardOutput,
            OutputSink standardError) {}

    /** A job that is not started yet. */
    public MultiHostLaunch(
            Site site, JobDirectory directory, Watcher watcher, PmiProtocol protocol) {
        this.site = site;
        this.directory = directory;
        this.watcher = watcher;
        this.protocol = protocol;
        lastMessages = new LastMessages(JobRecords.reportLines(site.variables()));
        RankPlacement placement = site.plan().placement();
        tree = new ProxyTree(directory.jobId(), placement.hosts(), site.plan().remoteLaunch());
        nodes = new ChildProxies(ProxyTree.ROOT, tree, this);
        ranks = new RemoteRanks(placement, nodes, watcher);
        peers = new RemotePmiPeers(protocol, nodes::send, placement.hosts().size());
        int keyBytes = site.plan().settings().keyBroadcastBytes();
        protocol.onPublish(new KeyDistribution(tree, keyBytes, nodes::send)::publish);
        output = new OutputQueue(site.standardOutput(), this::acknowledge);
        errors =
                site.standardError() == site.standardOutput()
                        ? output
                        : new OutputQueue(site.standardError(), this::acknowledge);
        relays =
                site.plan().relays().relays().isEmpty()
                        ? null
                        : new RelayLaunch(
                                site.plan().relays(),
                                placement.hosts(),
                                protocol,
                                nodes::send,
                                this::report,
                                site.plan().settings().explain());
        FileInputStream standardInput = new FileInputStream(FileDescriptor.in);
        int reader = Math.max(0, site.plan().settings().streams().inputRank());
        input = new InputForwarder(standardInput, placement.nodeOf(reader), nodes::send);
    }

    /**
     * Runs the job; returns its exit code.
     *
     * @throws LaunchFailure if a host cannot be reached
     */
    public int run(List<RankProgram> programs) throws InterruptedException {
        Heartbeat.start(nodes::tick);
        try {
            nodes.start(site.installation(), watcher);
            int cores = awaitNodes();
            running = true;
            startRelays();
            launch(programs, cores);
            if (site.plan().settings().streams().inputRank() != StreamOptions.NO_RANK) {
                input.start();
            }
            ThreadDumps dumps = new ThreadDumps(ranks, site.standardError());
            JobSupervisor job =
                    new JobSupervisor(ranks, protocol, site.events(), dumps, site.plan());
            int exitCode = job.await();
            ending = true;
            finishOutput(job.endedBySignal(), job.hasFailed());
            site.standardError().reportAll(job.report(), job.endedBySignal());
            lastMessages.fitting().forEach(site.standardError()::message);
            return exitCode;
        } finally {
            nodes.close();
        }
    }

    /** Waits until all node proxies run; returns the smallest number of cores of a host. */
    private int awaitNodes() throws InterruptedException {
        Set<Integer> missing = new HashSet<>(tree.subtreeOf(ProxyTree.ROOT));
        missing.remove(ProxyTree.ROOT);
        int cores = Integer.MAX_VALUE;
        while (!missing.isEmpty()) {
            switch (site.events().take()) {
                case JobEvent.NodeStarted(int node, int its) -> {
                    missing.remove(node);
                    cores = Math.min(cores, its);
                }
                case JobEvent.StartFailed(List<Integer> _, int code, String text) ->
                        throw LaunchFailure.withCode(code, text);
                case JobEvent.SignalReceived(String name) -> endEarly(name);
                case JobEvent.WatcherEnded() -> ranks.restartWatcher();
                default -> throw LaunchFailure.of("ended before the start of the ranks");
            }
        }
        return cores;
    }

    private static void endEarly(String name) {
        if (List.of("INT", "TERM", "HUP").contains(name)) {
            int code = ExitCode.ofSignal(name);
            throw LaunchFailure.withCode(code, "ended by SIG" + name + ". Exit code " + code + ".");
        }
    }

    private void startRelays() {
        if (relays != null) {
            Map<String, String> added = site.plan().segments().getFirst().environment().added();
            relays.start(added.getOrDefault(SECRET, site.variables().get(SECRET)));
            Heartbeat.start(relays::tick);
        }
    }

    private void launch(List<RankProgram> programs, int cores) {
        LaunchCommand command =
                new LaunchCommand(
                        site.plan(),
                        programs,
                        site.variables(),
                        Path.of("").toAbsolutePath().toString(),
                        directory.path().toString(),
                        cores);
        byte[] payload = new PayloadWriter().record(command).bytes();
        for (int node = 0; node < tree.hosts().size(); node++) {
            FileTransfer.send(directory.path(), ProgramResolver.CLASSES, node, nodes::sendBulk);
            nodes.send(new Frame(Kind.LAUNCH, node, payload));
        }
    }

    private void finishOutput(boolean hurry, boolean failed) throws InterruptedException {
        long deadlineNs = System.nanoTime() + HURRY_MS * 1_000_000;
        ranks.finishOutput(hurry, failed, hurry ? HURRY_MS : FOREVER_MS);
        while (!(output.isEmpty() && errors.isEmpty())
                && !(hurry && System.nanoTime() > deadlineNs)) {
            Thread.sleep(2);
        }
    }

    private void acknowledge(int node, int bytes) {
        nodes.send(Frame.of(Kind.OUTPUT_ACK, node, new PayloadWriter().number(bytes)));
    }

    private void report(String text) {
        site.standardError().report(text);
    }

    @Override
    public void received(Frame frame) {
        try {
            handle(frame, frame.reader());
        } catch (IOException e) {
            String host = tree.hosts().get(frame.node()).name();
            startFailed(frame.node(), ExitCode.FAILURE, "the node proxy on " + host + ": " + e);
        }
    }

    private void handle(Frame frame, PayloadReader in) throws IOException {
        int node = frame.node();
        if (node < 0 || node >= tree.hosts().size()) {
            throw PayloadReader.malformed("node=" + node, null);
        }
        switch (frame.kind()) {
            case HELLO -> site.events().add(new JobEvent.NodeStarted(node, in.number()));
            case STARTED -> started(in);
            case ENDED -> site.events().add(new JobEvent.RanksEnded(knownRanks(in), in.number()));
            case FAILED -> startFailed(node, in.number(), in.text());
            case MESSAGE -> message(in.text());
            case LOST -> lost(node, LaunchFailure.withCode(in.number(), in.text()));
            case PMI, PMI_END -> peers.received(frame);
            case KEY_LOOKUP, KEY_ANSWER -> nodes.send(frame);
            case OUTPUT -> {
                OutputPiece piece = OutputPiece.read(in);
                (piece.errors() ? errors : output).add(node, piece);
            }
            case RELAY -> {
                if (relays != null) {
                    relays.received(node, in.word());
                }
            }
            case INPUT_ACK -> input.acknowledged(in.number());
            case DUMPED -> ranks.dumped(node);
            case DONE -> ranks.done(node);
            default -> throw new IOException("not from a node: frame=" + frame.kind());
        }
    }

    private void started(PayloadReader in) throws IOException {
        RankRange range = new RankRange(in.number(), in.number());
        StartedProcess start = new StartedProcess(range, number(in.word()), in.word());
        if (range.first() < 0 || range.count() < 1 || range.count() > site.plan().size()) {
            throw PayloadReader.malformed("ranks=" + range, null);
        }
        ranks.started(start);
        if (site.plan().settings().verbose()) {
            report(start.toString());
        }
    }

    private static long number(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw PayloadReader.malformed("not a number: " + text, e);
        }
    }

    private List<Integer> knownRanks(PayloadReader in) throws IOException {
        List<Integer> ended = in.numbers();
        if (ended.isEmpty() || ended.stream().anyMatch(r -> r < 0 || r >= site.plan().size())) {
            throw PayloadReader.malformed("ranks=" + ended, null);
        }
        return ended;
    }

    private void startFailed(int node, int code, String text) {
        List<Integer> gone = ranks.runningOn(List.of(node));
        site.events().add(new JobEvent.StartFailed(gone, code, text));
    }

    @Override
    public void lost(int node, LaunchFailure why) {
        List<Integer> below = tree.subtreeOf(node);
        boolean early = false;
        for (int each : below) {
            early |= ranks.lost(each);
            if (relays != null) {
                relays.lostNode(each);
            }
        }
        if (!early) {
            return;
        }
        String text = why.getMessage();
        if (ending) {
            message(OutputSink.PREFIX + text + "; the last output of its ranks may be missing");
            return;
        }
        List<Integer> gone = ranks.runningOn(below);
        String names = gone.isEmpty() ? "" : " with " + RankNames.of(gone);
        // The job may already run when the event of a loss before its start is processed.
        site.events()
                .add(
                        running
                                ? new JobEvent.HostLost(gone, text + names)
                                : new JobEvent.StartFailed(gone, why.exitCode(), text));
    }

    @Override
    public void message(String text) {
        if (ending) {
            lastMessages.add(text);
        } else {
            note(text);
        }
    }

    @Override
    public void note(String text) {
        site.standardError().message(text);
    }
}
