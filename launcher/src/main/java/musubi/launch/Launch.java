package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.NodeShare;
import musubi.launch.job.JobDirectory;
import musubi.launch.job.JobEvent;
import musubi.launch.job.JobRecords;
import musubi.launch.job.JobSupervisor;
import musubi.launch.job.Signals;
import musubi.launch.job.ThreadDumps;
import musubi.launch.output.OutputSink;
import musubi.launch.output.RankOutput;
import musubi.launch.output.StreamOptions;
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
import musubi.launch.proxy.ListenAddress;
import musubi.launch.proxy.MultiHostLaunch;
import musubi.launch.proxy.MultiHostLaunch.Site;
import musubi.launch.training.ProgramCaches;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Runs a {@link LaunchPlan}: prepares, starts the ranks, waits, and cleans up. */
final class Launch {
    private final Site site;
    private final LaunchPlan plan;

    /**
     * A launch.
     *
     * @param variables the environment of mpiexec
     * @throws LaunchFailure if the cost table is malformed
     */
    Launch(LaunchPlan given, Map<String, String> variables, Installation installation) {
        this(given, variables, installation, null);
    }

    /**
     * As above, with another target of mpiexec's reports.
     *
     * @param reports belongs to the caller; null for standard error
     */
    Launch(
            LaunchPlan given,
            Map<String, String> variables,
            Installation installation,
            OutputStream reports) {
        plan = CostTableDistribution.distribute(given, variables, installation);
        BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
        Consumer<String> onClosed = reason -> events.add(new JobEvent.OutputClosed(reason));
        OutputSink output = new OutputSink(new FileOutputStream(FileDescriptor.out), onClosed);
        OutputSink errors = reports == null ? errors(output) : new OutputSink(reports, _ -> {});
        site = new Site(plan, variables, installation, events, output, errors);
    }

    private static OutputSink errors(OutputSink output) {
        return haveSameTarget()
                ? output
                : new OutputSink(new FileOutputStream(FileDescriptor.err), _ -> {});
    }

    /** Whether both streams have the same destination, where their lines must not mix. */
    private static boolean haveSameTarget() {
        try {
            Path out = Files.readSymbolicLink(Path.of("/proc/self/fd/1"));
            return out.equals(Files.readSymbolicLink(Path.of("/proc/self/fd/2")));
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs the job; returns its exit code. */
    int run() throws InterruptedException {
        PmiServer.prepare();
        Signals.handle(name -> site.events().add(new JobEvent.SignalReceived(name)));
        JobDirectory directory = JobDirectory.choose();
        try (Watcher watcher =
                new Watcher(directory, () -> site.events().add(new JobEvent.WatcherEnded()))) {
            try {
                directory.create();
                return runFramed(directory, watcher);
            } finally {
                directory.remove();
            }
        }
    }

    /** The lines of a job in XML are one element. */
    private int runFramed(JobDirectory directory, Watcher watcher) throws InterruptedException {
        if (plan.settings().streams().form() != StreamOptions.Form.XML) {
            return run(directory, watcher);
        }
        site.standardOutput().message("<mpirun>");
        int exitCode = run(directory, watcher);
        site.standardOutput().message("</mpirun>");
        return exitCode;
    }

    private int run(JobDirectory directory, Watcher watcher) throws InterruptedException {
        PmiProtocol protocol =
                new PmiProtocol(
                        directory.jobId(),
                        plan.programNumbers(),
                        plan.placement(),
                        site.events()::add);
        if (!plan.isLocal()) {
            checkTransport();
            checkTraining();
            return new MultiHostLaunch(site, directory, watcher, protocol).run(programs(directory));
        }
        Path socket = directory.resolve("pmi");
        try (PmiServer server = new PmiServer(socket, protocol)) {
            checkTransport();
            RankEnvironment environment =
                    new RankEnvironment(
                            plan, site.variables(), directory.jobId(), server.socket(), share());
            JobRecords records = directory.createRecords(site.variables());
            environment.keepRecordsIn(records.directory());
            environment.addUnlessSet(directory.createSharedMemory());
            ListenAddress.ofInterface(plan.remoteLaunch())
                    .map(address -> Map.of("MUSUBI_TCP_HOST", address))
                    .ifPresent(environment::addUnlessSet);
            ProgramCaches caches =
                    new ProgramCaches(
                            plan,
                            site.installation(),
                            site.variables(),
                            directory.path(),
                            this::report);
            LocalRanks ranks = new LocalRanks(watcher, output(directory));
            start(ranks, directory, environment, caches);
            int exitCode = supervise(ranks, protocol, records);
            caches.finish(exitCode == 0, this::isStopped);
            return exitCode;
        }
    }

    private void start(
            LocalRanks ranks,
            JobDirectory directory,
            RankEnvironment environment,
            ProgramCaches caches) {
        try {
            starter(directory, environment, caches).start(ranks);
        } catch (LaunchFailure e) {
            ranks.signal("KILL");
            caches.discard();
            throw e;
        }
        if (plan.settings().streams().inputRank() == StreamOptions.ALL_RANKS) {
            ranks.copyInput(new FileInputStream(FileDescriptor.in));
        }
    }

    /** Whether a signal is to end mpiexec, after the job. */
    private boolean isStopped() {
        for (JobEvent event = site.events().poll(); event != null; event = site.events().poll()) {
            if (event instanceof JobEvent.SignalReceived(String name)
                    && (name.equals("INT") || name.equals("TERM") || name.equals("HUP"))) {
                return true;
            }
        }
        return false;
    }

    private RankOutput output(JobDirectory directory) {
        return new RankOutput(
                plan.settings().streams(),
                LocalHost.name(),
                0,
                directory.jobId(),
                plan.size(),
                new RankOutput.Streams(site.standardOutput(), site.standardError()));
    }

    private int supervise(LocalRanks ranks, PmiProtocol protocol, JobRecords records)
            throws InterruptedException {
        ThreadDumps dumps = new ThreadDumps(ranks, site.standardError());
        JobSupervisor job = new JobSupervisor(ranks, protocol, site.events(), dumps, plan);
        int exitCode = job.await();
        ranks.finishOutput(job.endedBySignal());
        List<String> last = new ArrayList<>(job.report());
        if (job.hasFailed()) {
            records.report(job.failedNs(), 1).ifPresent(last::add);
        }
        site.standardError().reportAll(last, job.endedBySignal());
        return exitCode;
    }

    private void checkTransport() {
        String names = plan.settings().transport();
        if (names != null) {
            TransportCheck.check(names, site.installation());
        }
    }

    private void checkTraining() {
        if (plan.settings().train()) {
            throw LaunchFailure.usage("--train requires a job on this host alone")
                    .with("hosts", plan.placement().hosts().size())
                    .advice("train without a list of hosts; each host uses caches of its own");
        }
    }

    private NodeShare share() {
        return NodeShare.of(plan.placement(), 0);
    }

    private List<RankProgram> programs(JobDirectory directory) {
        ProgramResolver resolver =
                new ProgramResolver(
                        site.installation(),
                        directory,
                        site.variables(),
                        site.standardError()::message);
        List<RankProgram> programs = new ArrayList<>();
        for (Segment segment : plan.segments()) {
            programs.add(resolver.resolve(segment));
        }
        return programs;
    }

    private RankStarter starter(
            JobDirectory directory, RankEnvironment environment, ProgramCaches caches) {
        StartContext context =
                new StartContext(
                        plan,
                        new JavaCommand(site.installation(), site.variables(), plan.hasJournal()),
                        caches,
                        environment,
                        directory,
                        site.events()::add,
                        plan.settings().verbose() ? start -> report(start.toString()) : _ -> {},
                        site.standardError()::message,
                        share(),
                        true);
        return RankStarter.of(context, programs(directory));
    }

    private void report(String text) {
        site.standardError().report(text);
    }
}
