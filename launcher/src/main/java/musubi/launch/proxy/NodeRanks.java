package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.NodeShare;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.job.JobRecords;
import musubi.launch.output.RankOutput;
import musubi.launch.output.StreamOptions;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.pmi.PmiLineHandler;
import musubi.launch.pmi.PmiServer;
import musubi.launch.process.JavaCommand;
import musubi.launch.process.LocalRanks;
import musubi.launch.process.RankEnvironment;
import musubi.launch.process.RankProcess;
import musubi.launch.process.RankStarter;
import musubi.launch.process.RemoteEnvironment;
import musubi.launch.process.StartContext;
import musubi.launch.process.StartedProcess;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;
import musubi.launch.training.ProgramCaches;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The ranks of a node proxy.
 *
 * <p>Thread rule: one thread.
 */
final class NodeRanks {
    private final JobDirectory directory;
    private final PmiLineHandler pmi;
    private final Consumer<JobEvent> events;
    private final Watcher watcher;
    private final OutputUplink output;
    private PmiServer server;
    private JobRecords records;
    private int nodes = 1;
    private int inputRank;
    private LocalRanks ranks;

    /**
     * A node without ranks.
     *
     * @param pmi handles the PMI lines of the ranks
     * @param events receives the exits of the ranks
     */
    NodeRanks(
            JobDirectory directory,
            Watcher watcher,
            PmiLineHandler pmi,
            OutputUplink output,
            Consumer<JobEvent> events) {
        this.directory = directory;
        this.watcher = watcher;
        this.pmi = pmi;
        this.output = output;
        this.events = events;
        ranks = new LocalRanks(watcher, output(StreamOptions.DEFAULT, 0, 1));
    }

    /**
     * Starts them.
     *
     * @param address where other hosts reach this one, or null
     * @param notes receives each started process
     * @param reports receives texts for the user
     * @throws LaunchFailure when one cannot be started; those that run are in {@link #ranks}
     */
    void start(
            LaunchCommand command,
            NodeShare share,
            String address,
            Consumer<StartedProcess> notes,
            Consumer<String> reports) {
        if (share.ranks().isEmpty()) {
            return;
        }
        LaunchPlan plan = inDirectory(command);
        inputRank = plan.settings().streams().inputRank();
        ranks =
                new LocalRanks(
                        watcher, output(plan.settings().streams(), share.node(), plan.size()));
        server = new PmiServer(directory.resolve("pmi"), pmi);
        Map<String, String> variables = RemoteEnvironment.of(command.variables(), System.getenv());
        RankEnvironment environment =
                new RankEnvironment(plan, variables, directory.jobId(), server.socket(), share);
        environment.addUnlessSet(own(command, address));
        records = directory.createRecords(variables);
        nodes = plan.placement().hosts().size();
        environment.keepRecordsIn(records.directory());
        Installation installation = Installation.find();
        StartContext context =
                new StartContext(
                        plan,
                        new JavaCommand(installation, variables, plan.hasJournal()),
                        new ProgramCaches(plan, installation, variables, directory.path(), reports),
                        environment,
                        directory,
                        events,
                        notes,
                        reports,
                        share,
                        false);
        RankStarter.of(context, command.programsIn(directory.path())).start(ranks);
    }

    private RankOutput output(StreamOptions options, int node, int size) {
        return new RankOutput(
                options,
                LocalHost.name(),
                node,
                directory.jobId(),
                size,
                new RankOutput.Streams(output.sink(false), output.sink(true)));
    }

    /** The variables of this host. */
    private Map<String, String> own(LaunchCommand command, String address) {
        Map<String, String> own = new HashMap<>();
        own.put(RankEnvironment.CORES_VARIABLE, Integer.toString(command.cores()));
        if (address != null) {
            own.put("MUSUBI_TCP_HOST", address);
        }
        own.putAll(directory.createSharedMemory());
        return own;
    }

    /** The plan with the working directory of mpiexec for programs without their own. */
    private static LaunchPlan inDirectory(LaunchCommand command) {
        LaunchPlan plan = command.plan();
        List<Segment> segments = new ArrayList<>();
        for (Segment segment : plan.segments()) {
            Path chosen = segment.directory();
            Path path = chosen == null ? Path.of(command.directory()) : chosen;
            if (!Files.isDirectory(path)) {
                throw LaunchFailure.of("no such directory on a host")
                        .with("host", LocalHost.name())
                        .with("directory", path)
                        .advice("create it, or select one that exists on all hosts with -wdir");
            }
            segments.add(segment.in(path));
        }
        return plan.withSegments(segments);
    }

    LocalRanks ranks() {
        return ranks;
    }

    /** The standard input of the rank that reads it, if it is here. */
    Optional<OutputStream> input() {
        return Optional.ofNullable(ranks.processOf(inputRank)).map(RankProcess::standardInput);
    }

    /** The last events of the ranks, for the report of a failure. */
    Optional<String> lastEvents() {
        return records == null ? Optional.empty() : records.report(System.nanoTime(), nodes);
    }

    /** Waits until all output is forwarded, and closes the PMI server. */
    void finish(boolean hurry) {
        ranks.finishOutput(hurry);
        if (server != null) {
            server.close();
        }
    }
}
