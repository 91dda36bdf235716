package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.NodeShare;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.job.JobRecords;
import musubi.launch.job.JobSupervisor;
import musubi.launch.job.Signals;
import musubi.launch.job.ThreadDumps;
import musubi.launch.output.OutputSink;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;
import musubi.launch.pmi.PmiProtocol;
import musubi.launch.pmi.PmiServer;
import musubi.launch.process.JavaCommand;
import musubi.launch.process.LocalRanks;
import musubi.launch.process.RankEnvironment;
import musubi.launch.process.RankStarter;
import musubi.launch.process.StartContext;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;
import musubi.launch.program.ProgramResolver;
import musubi.launch.program.RankProgram;
import musubi.launch.proxy.MultiHostLaunch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Carries out a {@link LaunchPlan}: prepares, starts the ranks, waits, cleans up. */
final class Launch {
    /** How long output is awaited after the last rank has ended, from a stream left open, in ms. */
    private static final long OUTPUT_PATIENCE_MS = 200;

    private final LaunchPlan plan;
    private final Map<String, String> variables;
    private final Installation installation;
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final OutputSink standardOutput;
    private final OutputSink standardError;

    /**
     * A launch.
     *
     * @param variables mpiexec's environment
     * @throws LaunchFailure when ranks are to go by a table of costs that is none
     */
    Launch(LaunchPlan plan, Map<String, String> variables, Installation installation) {
        this.plan = CostTableDistribution.distribute(plan, variables, installation);
        this.variables = variables;
        this.installation = installation;
        Consumer<String> onClosed = reason -> events.add(new JobEvent.OutputClosed(reason));
        standardOutput = new OutputSink(new FileOutputStream(FileDescriptor.out), onClosed);
        standardError =
                oneStream()
                        ? standardOutput
                        : new OutputSink(new FileOutputStream(FileDescriptor.err), _ -> {});
    }

    /** Whether both streams go to one place, where their lines must not mix either. */
    private static boolean oneStream() {
        try {
            Path out = Files.readSymbolicLink(Path.of("/proc/self/fd/1"));
            return out.equals(Files.readSymbolicLink(Path.of("/proc/self/fd/2")));
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs the job from beginning to end; returns its exit code. */
    int run() throws InterruptedException {
        Signals.handle(name -> events.add(new JobEvent.SignalReceived(name)));
        JobDirectory directory = JobDirectory.choose();
        try (Watcher watcher =
                new Watcher(directory, () -> events.add(new JobEvent.WatcherEnded()))) {
            try {
                directory.create();
                return run(directory, watcher);
            } finally {
                directory.remove();
            }
        }
    }

    private int run(JobDirectory directory, Watcher watcher) throws InterruptedException {
        PmiProtocol protocol =
                new PmiProtocol(
                        directory.jobId(), plan.programNumbers(), plan.placement(), events::add);
        if (!plan.isLocal()) {
            checkTransport();
            return spread(directory, watcher, protocol).run(programs(directory));
        }
        Path socket = directory.resolve("pmi");
        try (PmiServer server = new PmiServer(socket, protocol)) {
            checkTransport();
            RankEnvironment environment =
                    new RankEnvironment(
                            plan, variables, directory.jobId(), server.socket(), share());
            JobRecords records = directory.createRecords(variables);
            environment.keepRecordsIn(records.directory());
            RankStarter starter = starter(directory, environment);
            LocalRanks ranks =
                    new LocalRanks(
                            watcher, standardOutput, standardError, plan.settings().tagged());
            try {
                starter.start(ranks);
            } catch (LaunchFailure e) {
                ranks.signal("KILL");
                throw e;
            }
            ThreadDumps dumps = new ThreadDumps(ranks, standardError);
            JobSupervisor job = new JobSupervisor(ranks, protocol, events, dumps, plan);
            int exitCode = job.await();
            if (ranks.finishOutput(OUTPUT_PATIENCE_MS, job.endedBySignal())) {
                if (job.hasFailed()) {
                    records.report(job.failedNs()).ifPresent(this::say);
                }
                job.report().forEach(this::say);
            }
            return exitCode;
        }
    }

    private void checkTransport() {
        String wanted = plan.settings().transport();
        if (wanted != null) {
            TransportCheck.check(wanted, installation);
        }
    }

    private NodeShare share() {
        return NodeShare.of(plan.placement(), 0);
    }

    private MultiHostLaunch spread(JobDirectory directory, Watcher watcher, PmiProtocol protocol) {
        MultiHostLaunch.Site site =
                new MultiHostLaunch.Site(
                        plan,
                        variables,
                        installation,
                        directory,
                        watcher,
                        events,
                        standardOutput,
                        standardError);
        return new MultiHostLaunch(site, protocol);
    }

    private List<RankProgram> programs(JobDirectory directory) {
        ProgramResolver resolver =
                new ProgramResolver(installation, directory, variables, standardError::message);
        List<RankProgram> programs = new ArrayList<>();
        for (Segment segment : plan.segments()) {
            programs.add(resolver.resolve(segment));
        }
        return programs;
    }

    private RankStarter starter(JobDirectory directory, RankEnvironment environment) {
        StartContext context =
                new StartContext(
                        plan,
                        new JavaCommand(installation, variables, plan.hasJournal()),
                        environment,
                        directory,
                        events::add,
                        plan.settings().verbose() ? start -> say(start.toString()) : _ -> {},
                        share(),
                        true);
        return RankStarter.of(context, programs(directory));
    }

    private void say(String text) {
        standardError.report(text);
    }
}
