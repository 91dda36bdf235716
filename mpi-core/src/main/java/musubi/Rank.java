package musubi;

import musubi.active.ActiveMessages;
import musubi.bootstrap.Bootstrap;
import musubi.check.Checks;
import musubi.check.FirstUses;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveProvider;
import musubi.coll.Collectives;
import musubi.coll.RankServices;
import musubi.comm.CommEnvironment;
import musubi.comm.Communicator;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.error.CallNotes;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.grid.GridSettings;
import musubi.group.ParticipantSets;
import musubi.group.RankGroup;
import musubi.group.RankMap;
import musubi.jfr.FlightRecording;
import musubi.ledger.JobMemoryReport;
import musubi.ledger.RankMemory;
import musubi.nicam.NicamService;
import musubi.observe.PerformanceVariables;
import musubi.observe.RankBean;
import musubi.observe.recorder.EventRecorder;
import musubi.progress.Gate;
import musubi.progress.ProgressEngine;
import musubi.progress.RecentFailures;
import musubi.progress.ThreadLevel;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.unbuffered.UnbufferedExecution;
import musubi.region.AddressSpace;
import musubi.region.Lifetime;
import musubi.replay.Journals;
import musubi.replay.RecordedOutcomes;
import musubi.rim.JobGrid;
import musubi.rim.TopologyDisplay;
import musubi.rma.RmaService;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/**
 * A rank: everything that one MPI process has. There are no statics below it, so a JVM may hold
 * many ranks, each driven by a thread of its own.
 *
 * <p>Thread rule: callers hold {@link #gate}, except for {@link #abort}.
 */
public final class Rank implements AutoCloseable {
    /** The setting of a display of sites. */
    private static final String DISPLAY = "grid.display";

    /** The rounds of Finalize in which ranks wait for acknowledgements of sends. */
    private static final int MOST_ROUNDS = 10_000;

    private final Bootstrap bootstrap;
    private final Settings settings;
    private final EventRecorder events;
    private final PerformanceVariables variables;

    /** Null without JMX. */
    private final RankBean bean;

    private final CallNotes notes;
    private final RankMessaging messaging;
    private final Gate gate;
    private final PointToPoint pt2pt;

    /** Null if they are off. */
    private final Checks checks;

    private final FirstUses firstUses;

    private final JobGrid grid;
    private final CommEnvironment communicators;
    private final Communicator world;
    private final Communicator self;
    private CollectiveProvider collectiveProvider;

    /** Null before the first window. */
    private RmaService windows;

    /** Null before the first window. */
    private NicamService nicam;

    private Rank(Bootstrap bootstrap, Settings settings, ThreadLevel level) {
        this.bootstrap = bootstrap;
        this.settings = settings;
        warnOfSettings();
        grid = new JobGrid(GridSettings.GRID.text(settings::get));
        events = EventRecorder.open(bootstrap, settings, grid.mostSites(bootstrap));
        variables = new PerformanceVariables(events.memory());
        events.observeBy(FlightRecording.observer(bootstrap, settings));
        notes = new CallNotes(Setting.NOTES.isOn(settings::get) ? this::note : null);
        messaging = new RankMessaging(bootstrap, settings, level, events, grid, notes);
        bean = RankBean.register(variables, settings);
        gate = messaging.gate;
        pt2pt = messaging.pt2pt;
        checks = Setting.CHECK.isOn(settings::get) ? new Checks(pt2pt, this::note) : null;
        firstUses = new FirstUses(notes);
        int me = bootstrap.worldRank();
        RankGroup all = new RankGroup(RankMap.identity(bootstrap.worldSize()), me);
        communicators = newCommEnvironment(all);
        world = new Communicator(communicators, 0, all);
        self = new Communicator(communicators, 1, new RankGroup(RankMap.of(new int[] {me}), me));
    }

    /**
     * Joins a job; returns once every rank of the job has done so.
     *
     * @param level which threads may call
     * @throws MpiFailure if a transport that the settings name does not work
     */
    public static Rank open(Bootstrap bootstrap, Settings settings, ThreadLevel level) {
        Rank rank = new Rank(Journals.recordedBootstrap(bootstrap, settings), settings, level);
        rank.measureGrid();
        return rank;
    }

    /** Collective; not where messages are recorded or replayed, which would choose differently. */
    private void measureGrid() {
        grid.check(bootstrap);
        boolean isJournaled = messaging.outcomes != null;
        if (grid.isMeasured() && !isJournaled) {
            grid.measure(world, bootstrap, System::nanoTime);
            explain(grid::lines);
        }
        if (grid.hasRelays()) {
            explain(grid::routeLines);
        }
        if (!grid.isOneSite() && !isJournaled) {
            grid.refresh(bootstrap, events::namedLevel);
            pt2pt.recount();
        }
        if (bootstrap.worldRank() == 0 && settings.get(DISPLAY) != null) {
            TopologyDisplay.show(grid, bootstrap, settings::get, this::note);
        }
    }

    private void explain(Supplier<List<String>> lines) {
        if (bootstrap.worldRank() == 0 && Setting.TRANSPORT_EXPLAIN.isOn(settings::get)) {
            lines.get().forEach(this::note);
        }
    }

    /** Prints a line for the user that is no error. */
    public void note(String line) {
        System.err.println("musubi: rank " + bootstrap.worldRank() + ": " + line);
    }

    /** Its notes on calls of the program, without checks. */
    public CallNotes notes() {
        return notes;
    }

    /** Its notes on buffers of the first calls, without checks. */
    public FirstUses firstUses() {
        return firstUses;
    }

    private static ParticipantSets participantSets(AddressSpace shared) {
        return shared == null
                ? new ParticipantSets()
                : shared.shared(ParticipantSets.class, ParticipantSets::new);
    }

    /** Rank 0 reports for all: settings from mpiexec are the same on all ranks. */
    private void warnOfSettings() {
        if (bootstrap.worldRank() == 0) {
            settings.warnings().forEach(line -> System.err.println("musubi: " + line));
        }
    }

    private CommEnvironment newCommEnvironment(RankGroup all) {
        return new CommEnvironment(
                new RankServices(
                        pt2pt,
                        events,
                        bootstrap,
                        all,
                        messaging.cores(),
                        grid,
                        messaging.nodeMemory()),
                participantSets(bootstrap.addressSpace()),
                messaging::nodeTable,
                this::bindCollectives);
    }

    private Collectives bindCollectives(CollectiveContext comm) {
        if (collectiveProvider == null) {
            collectiveProvider =
                    ServiceLoader.load(CollectiveProvider.class, Rank.class.getClassLoader())
                            .findFirst()
                            .orElseThrow(Rank::noCollectives);
        }
        return collectiveProvider.bind(comm, settings::get);
    }

    private static MpiFailure noCollectives() {
        return new MpiFailure(
                        ErrorClass.UNSUPPORTED_OPERATION,
                        "no collective algorithms on the class path")
                .advice("add Musubi's collectives jar");
    }

    /** The right to act as this rank. */
    public Gate gate() {
        return gate;
    }

    /** The recorder of its events. */
    public EventRecorder events() {
        return events;
    }

    /** Its performance variables. */
    public PerformanceVariables variables() {
        return variables;
    }

    /** All ranks of the job. */
    public Communicator world() {
        return world;
    }

    /** This rank alone. */
    public Communicator self() {
        return self;
    }

    /** Its memory, for reports. */
    public RankMemory memory() {
        return new RankMemory(
                this, bootstrap, communicators.participantSets(), communicators.communicators());
    }

    /** The outcomes of calls that depend on time; null if nothing is recorded or replayed. */
    public RecordedOutcomes outcomes() {
        return messaging.outcomes;
    }

    /** What its MPI calls have thrown lately. */
    public RecentFailures failures() {
        return messaging.failures;
    }

    /** The checks of the program's calls; null unless {@code musubi.check} is on. */
    public Checks checks() {
        return checks;
    }

    /** Point-to-point communication. */
    public PointToPoint pt2pt() {
        return pt2pt;
    }

    /** The settings of the job. */
    public Settings settings() {
        return settings;
    }

    /** Its place in the job, and the job's key-value space. */
    public Bootstrap bootstrap() {
        return bootstrap;
    }

    /** Memory that other ranks can reach directly; null when no transport has any. */
    public Lifetime.Lent lend(long bytes) {
        return messaging.lend(bytes);
    }

    /** Its windows. */
    public RmaService windows() {
        openActiveMessages();
        return windows;
    }

    /** The network interfaces of its communicators. */
    public NicamService nicam() {
        openActiveMessages();
        return nicam;
    }

    /** Both at once, so that the handlers have the same numbers on all ranks. */
    private void openActiveMessages() {
        if (windows != null) {
            return;
        }
        if (outcomes() != null) {
            throw new MpiFailure(
                            ErrorClass.UNSUPPORTED_OPERATION,
                            "accesses to windows are neither recorded nor replayed")
                    .advice("run without a journal");
        }
        ProgressEngine progress = pt2pt.progress();
        ActiveMessages active = new ActiveMessages(pt2pt.active(), progress.work());
        windows = new RmaService(pt2pt, active, messaging::lend, checks != null);
        boolean assisted = Setting.PROGRESS_THREAD.isOn(settings::get);
        nicam = new NicamService(active, progress, windows, assisted);
    }

    /** The operation in flight that uses a buffer with this memory; null when there is none. */
    public String userOf(MemorySegment memory) {
        String user = pt2pt.userOf(memory);
        return user != null ? user : communicators.communicators().userOf(memory);
    }

    /** As {@link Bootstrap#abort}. MPI-4.1 section 9.7. */
    public void abort(int exitCode, String message) {
        events.aborted(exitCode);
        bootstrap.abort(exitCode, message);
    }

    /** Leaves the job in good order; collective. MPI-4.1 section 11.2.2. */
    public void leave() {
        events.finalizing();
        messaging.drain();
        explainTransports();
        world.synchronise();
        String me = "musubi: rank " + bootstrap.worldRank() + " at MPI.Finalize ";
        linesAtEnd().forEach(line -> System.err.println(me + line));
        if (Setting.MEMORY_REPORT.isOn(settings::get) && !messaging.isSingleRankReplay()) {
            new JobMemoryReport(memory())
                    .lines()
                    .forEach(line -> System.err.println("musubi: " + line));
        }
        bootstrap.leave();
        events.left();
        close();
    }

    /** Collective with checks. What the program has left over; without checks as notes. */
    private List<String> linesAtEnd() {
        if (checks == null) {
            return notes.arePrinted() ? messaging.leftOperations() : List.of();
        }
        // First, so that no message of these calls is on its way when what is left is looked at.
        List<String> sends = sendsThatNeedABuffer();
        messaging.takeArrived();
        List<String> lines = checks.unreleasedObjects();
        messaging.failures.lines().forEach(line -> lines.add("note: " + line));
        lines.addAll(sends);
        return lines;
    }

    /** Collective. In a replay, rounds and acknowledgements would differ from the journal. */
    private List<String> sendsThatNeedABuffer() {
        UnbufferedExecution unbuffered = pt2pt.sends().unbuffered();
        String first = unbuffered != null && settle(unbuffered) ? unbuffered.firstWaiting() : null;
        return first == null ? List.of() : List.of(first);
    }

    /**
     * Waits until no acknowledgement is in flight that could complete a send. False if one is
     * missing for long: Finalize does not hang for a report. The ranks agree, as sums are equal.
     */
    private boolean settle(UnbufferedExecution unbuffered) {
        long before;
        long sent = -1;
        long received;
        int rounds = 0;
        do {
            before = sent;
            messaging.drain();
            received = world.sum(unbuffered.acknowledged());
            sent = world.sum(unbuffered.acknowledgements());
        } while ((sent != received || sent != before) && ++rounds < MOST_ROUNDS);
        return sent == received && sent == before;
    }

    /** Before the messages of Finalize itself, which go to ranks that the program may not use. */
    private void explainTransports() {
        String routes = messaging.routes();
        if (!routes.isEmpty() && Setting.TRANSPORT_EXPLAIN.isOn(settings::get)) {
            String rank = "musubi: rank " + bootstrap.worldRank() + ": ";
            System.err.println(rank + routes);
            if (!Rank.class.getModule().isNativeAccessEnabled()) {
                System.err.println(rank + "no native access (docs/platforms.md)");
            }
        }
    }

    @Override
    public void close() {
        messaging.close();
        if (bean != null) {
            bean.close();
        }
        bootstrap.close();
    }
}
