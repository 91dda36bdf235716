package musubi;

import musubi.adi.NodeMemory;
import musubi.adi.TransportContext;
import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.StallLink;
import musubi.check.Checks;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveProvider;
import musubi.coll.Collectives;
import musubi.coll.RankServices;
import musubi.comm.CommEnvironment;
import musubi.comm.Communicator;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.connect.ContextCache;
import musubi.connect.TransportSelector;
import musubi.connect.Transports;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ParticipantSets;
import musubi.group.RankGroup;
import musubi.group.RankMap;
import musubi.jfr.FlightRecording;
import musubi.ledger.JobMemoryReport;
import musubi.ledger.RankMemory;
import musubi.observe.PerformanceVariables;
import musubi.observe.RankBean;
import musubi.observe.recorder.EventRecorder;
import musubi.observe.recorder.RankObserver;
import musubi.progress.Gate;
import musubi.progress.IdleStrategy;
import musubi.progress.ProgressEngine;
import musubi.progress.ProgressThread;
import musubi.progress.StallDetector;
import musubi.progress.ThreadActivity;
import musubi.progress.ThreadLevel;
import musubi.progress.WorkList;
import musubi.pt2pt.BufferedSends;
import musubi.pt2pt.EagerWindow;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.matching.MatchQueues;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pvas.PvasProcess;
import musubi.region.AddressSpace;
import musubi.replay.Journals;
import musubi.replay.RecordedOutcomes;
import musubi.replay.ReplaySession;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.ObjectCodec;

import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;

/**
 * A rank: everything that one MPI process has. There are no statics below it, so a JVM may hold
 * many ranks, each driven by a thread of its own.
 *
 * <p>Thread rule: callers hold {@link #gate}, except for {@link #abort}.
 */
public final class Rank implements AutoCloseable {
    /** The setting that the job has when the user has none. */
    private static final String SECRET = "secret";

    /** Time after which a stall of a rank replayed alone is reported. */
    private static final long SINGLE_RANK_REPLAY_MS = 200;

    private final Bootstrap bootstrap;
    private final Settings settings;
    private final EventRecorder events;
    private final PerformanceVariables variables;

    /** Null without JMX. */
    private final RankBean bean;

    /** Null if nothing is recorded or replayed. */
    private final ReplaySession replay;

    private final Transports transports;
    private final TransportSelector selector;
    private final PointToPoint pt2pt;
    private final Gate gate;

    /** Null if progress is made in calls only. */
    private final ProgressThread progressThread;

    /** Null if they are off. */
    private final Checks checks;

    private final CommEnvironment communicators;
    private final Communicator world;
    private final Communicator self;
    private CollectiveProvider collectiveProvider;

    private Rank(Bootstrap bootstrap, Settings settings, ThreadLevel level) {
        this.bootstrap = bootstrap;
        this.settings = settings;
        warnOfSettings();
        events = EventRecorder.open(bootstrap, settings);
        variables = new PerformanceVariables(events.memory());
        bean = RankBean.register(variables, settings);
        RankObserver observer = FlightRecording.observer(bootstrap, settings);
        events.observeBy(observer);
        WorkList work = new WorkList();
        boolean checked = Setting.CHECK.isOn(settings::get);
        boolean assisted = Setting.PROGRESS_THREAD.isOn(settings::get);
        boolean many = level == ThreadLevel.MULTIPLE;
        gate = newGate(level, checked, assisted, observer);
        MatchQueues queues = new MatchQueues(events);
        replay = Journals.session(bootstrap, settings, queues, many);
        pt2pt = newPointToPoint(work, queues, checked);
        if (replay != null) {
            replay.connect(pt2pt);
        }
        checks = checked ? new Checks(pt2pt) : null;
        pt2pt.bufferStandardSends(settings.getLong(Setting.SEND_AHEAD));
        transports = openTransports();
        selector = new TransportSelector(transports.byName(), bootstrap);
        pt2pt.connect(selector, newEngine(work, many));
        join();
        progressThread = assisted ? new ProgressThread(pt2pt.progress()) : null;
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
        return new Rank(Journals.recordedBootstrap(bootstrap, settings), settings, level);
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

    /** The job's secret unless the user has set one. */
    private String secret() {
        String set = settings.get(SECRET);
        return set == null ? bootstrap.secret() : set;
    }

    private static Gate newGate(
            ThreadLevel level, boolean checked, boolean assisted, RankObserver observer) {
        boolean observesCalls = observer != null && observer.watchesCalls();
        return new Gate(level, checked, assisted, observesCalls ? observer : null);
    }

    private PointToPoint newPointToPoint(WorkList work, MatchQueues queues, boolean checked) {
        return new PointToPoint(
                work,
                new BufferBinder(),
                new ObjectCodec(settings.get(Setting.OBJECT_FILTER)),
                new PointToPoint.Options(EagerWindow.of(settings), checked, contextLimit()),
                events,
                new MatchingEngine(queues, replay == null ? null : replay.matching()));
    }

    private int contextLimit() {
        long ofNode = settings.getLong(Setting.CONTEXT_LIMIT);
        return ContextCache.shareOf(ofNode, bootstrap.localRank(), bootstrap.localSize());
    }

    private Transports openTransports() {
        return isSingleRankReplay()
                ? Transports.only(ReplaySession.transportName(), replay.transport(pt2pt))
                : Transports.open(transportContext(), settings.get(Setting.TRANSPORT));
    }

    /** Whether it is replayed without the other ranks. */
    private boolean isSingleRankReplay() {
        return replay != null && replay.isSingleRank();
    }

    private TransportContext transportContext() {
        return new TransportContext(
                bootstrap.worldRank(),
                bootstrap.worldSize(),
                bootstrap.localRank(),
                bootstrap.localSize(),
                bootstrap.node(),
                bootstrap.jobId(),
                secret(),
                pt2pt.inbound(),
                settings::get,
                bootstrap.addressSpace(),
                events::transportCounter);
    }

    private ProgressEngine newEngine(WorkList work, boolean manyThreads) {
        IdleStrategy idle = new IdleStrategy(bootstrap.localSize(), cores());
        return new ProgressEngine(
                transports.polled(), work, gate, idle, stallDetector(work, manyThreads), events);
    }

    /** Null if no stall can be reported. */
    private StallDetector stallDetector(WorkList work, boolean manyThreads) {
        long afterMs =
                isSingleRankReplay()
                        ? SINGLE_RANK_REPLAY_MS
                        : settings.getLong(Setting.DEADLOCK_AFTER);
        StallLink link = afterMs == 0 ? null : bootstrap.stalls();
        ThreadActivity others = new ThreadActivity(manyThreads, PvasProcess::groupOf);
        return link == null
                ? null
                : new StallDetector(link, pt2pt.messageCounts(), work, afterMs, others);
    }

    /** The cores that the ranks of this node share. */
    private int cores() {
        return settings.get(Setting.CORES) == null
                ? Runtime.getRuntime().availableProcessors()
                : (int) settings.getLong(Setting.CORES);
    }

    private CommEnvironment newCommEnvironment(RankGroup all) {
        // What the ranks of a node exchange by flags would be missing in a journal with payloads.
        boolean inMessagesOnly = replay != null && replay.recordsPayload();
        NodeMemory memory = inMessagesOnly ? null : transports.nodeMemory();
        return new CommEnvironment(
                new RankServices(pt2pt, events, bootstrap, all, cores(), memory),
                participantSets(bootstrap.addressSpace()),
                this::nodeTable,
                this::bindCollectives);
    }

    /** A copy in memory that the ranks of the node share; null if it is short, or there is none. */
    private MemorySegment nodeTable(int[] numbers) {
        long bytes = (long) numbers.length * Integer.BYTES;
        boolean isLarge = bytes >= settings.getLong(Setting.SHARED_TABLES);
        return isLarge ? transports.share(numbers) : null;
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

    private void join() {
        if (bootstrap.worldSize() > 1) {
            selector.publish();
            bootstrap.fence();
            transports.jobIsComplete();
        }
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

    /** The services that its communicators use. */
    public RankServices services() {
        return world.services();
    }

    /** The outcomes of calls that depend on time; null if nothing is recorded or replayed. */
    public RecordedOutcomes outcomes() {
        return replay == null ? null : replay.outcomes();
    }

    /** The checks of the program's calls; null unless {@code musubi.check} is on. */
    public Checks checks() {
        return checks;
    }

    /** Point-to-point communication. */
    public PointToPoint pt2pt() {
        return pt2pt;
    }

    /** Buffered sends and the buffer attached for them. */
    public BufferedSends bufferedSends() {
        return pt2pt.sends().buffered();
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
    public MemorySegment allocate(long bytes) {
        return transports.allocate(bytes);
    }

    /** Ends the whole job with this exit code; does not return. MPI-4.1 section 9.7. */
    public void abort(int exitCode, String message) {
        events.aborted(exitCode);
        bootstrap.abort(exitCode, message);
    }

    /** Leaves the job in good order; collective. MPI-4.1 section 11.2.2. */
    public void leave() {
        events.finalizing();
        pt2pt.sends().drain();
        while (!pt2pt.progress().work().isEmpty()) {
            pt2pt.progress().poll();
        }
        explainTransports();
        world.synchronise();
        if (checks != null) {
            String me = "musubi: rank " + bootstrap.worldRank() + " at MPI.Finalize ";
            checks.unreleasedObjects().forEach(line -> System.err.println(me + line));
        }
        if (Setting.MEMORY_REPORT.isOn(settings::get) && !isSingleRankReplay()) {
            new JobMemoryReport(memory())
                    .lines()
                    .forEach(line -> System.err.println("musubi: " + line));
        }
        bootstrap.leave();
        events.left();
        close();
    }

    /** Before the messages of Finalize itself, which go to ranks that the program may not use. */
    private void explainTransports() {
        String routes = selector.explain(pt2pt.routes());
        if (!routes.isEmpty() && Setting.TRANSPORT_EXPLAIN.isOn(settings::get)) {
            System.err.println("musubi: rank " + bootstrap.worldRank() + ": " + routes);
        }
    }

    @Override
    public void close() {
        if (progressThread != null) {
            progressThread.close();
        }
        transports.close();
        if (replay != null) {
            replay.close();
        }
        if (bean != null) {
            bean.close();
        }
        bootstrap.close();
    }
}
