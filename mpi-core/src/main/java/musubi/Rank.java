package musubi;

import musubi.adi.NodeFlags;
import musubi.adi.TransportContext;
import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.StallLink;
import musubi.check.Checks;
import musubi.coll.CollectiveProvider;
import musubi.coll.Collectives;
import musubi.comm.Communicator;
import musubi.comm.ContextIds;
import musubi.comm.LiveCommunicators;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.connect.ContextCache;
import musubi.connect.TransportSelector;
import musubi.connect.Transports;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.RankEvents;
import musubi.group.ParticipantSets;
import musubi.group.RankGroup;
import musubi.group.RankMap;
import musubi.jfr.FlightRecording;
import musubi.ledger.JobMemoryReport;
import musubi.observe.PerformanceVariables;
import musubi.observe.RankBean;
import musubi.observe.RankObserver;
import musubi.progress.Gate;
import musubi.progress.IdleStrategy;
import musubi.progress.ProgressEngine;
import musubi.progress.ProgressThread;
import musubi.progress.StallDetector;
import musubi.progress.ThreadLevel;
import musubi.progress.WorkList;
import musubi.pt2pt.BufferedSends;
import musubi.pt2pt.BufferedStandardSends;
import musubi.pt2pt.EagerWindow;
import musubi.pt2pt.PointToPoint;
import musubi.region.AddressSpace;
import musubi.replay.Journals;
import musubi.replay.SingleRankReplayTransport;
import musubi.replay.journal.MatchLog;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.ObjectCodec;

import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;

/**
 * A rank: everything that one MPI process has. There are no statics below it, so a JVM may hold
 * many ranks, each driven by a thread of its own.
 *
 * <p>Thread rule: whoever calls into it has entered {@link #gate}, except for {@link #abort}.
 */
public final class Rank implements AutoCloseable {
    /** The setting that the job has when the user has none. */
    private static final String SECRET = "secret";

    /** No setting, but asked for as one: the number of this rank's node. */
    private static final String NODE = "node";

    /** How long a rank waits that is replayed alone, for which there is nothing to wait for. */
    private static final long SINGLE_RANK_REPLAY_MS = 200;

    private final Bootstrap bootstrap;
    private final Settings settings;
    private final RankEvents events;
    private final PerformanceVariables variables;

    /** Null without JMX. */
    private final RankBean bean;

    /** Null when nothing is recorded or replayed. */
    private final MatchLog matchLog;

    private final Transports transports;
    private final TransportSelector selector;
    private final PointToPoint pt2pt;
    private final BufferedSends bufferedSends;
    private final BufferedStandardSends bufferedStandardSends;
    private final Gate gate;

    /** Null when progress is made in calls only. */
    private final ProgressThread progressThread;

    /** Null when they are off. */
    private final Checks checks;

    private final ParticipantSets participantSets;
    private final long sharedFromBytes;
    private final LiveCommunicators communicators = new LiveCommunicators();
    private final Communicator world;
    private final Communicator self;
    private CollectiveProvider collectiveProvider;
    private final ContextIds contextIds = new ContextIds();

    private Rank(Bootstrap bootstrap, Settings settings, ThreadLevel level) {
        this.bootstrap = bootstrap;
        this.settings = settings;
        warnOfSettings();
        events = RankEvents.open(bootstrap, settings);
        variables = new PerformanceVariables(events.memory());
        bean = RankBean.register(variables, settings);
        RankObserver observer = FlightRecording.observer(bootstrap, settings);
        events.observeBy(observer);
        WorkList work = new WorkList();
        boolean checked = Setting.CHECK.isOn(settings::get);
        boolean assisted = Setting.PROGRESS_THREAD.isOn(settings::get);
        gate = new Gate(level, checked, assisted, observer);
        matchLog = Journals.open(bootstrap, settings, level == ThreadLevel.MULTIPLE);
        pt2pt =
                new PointToPoint(
                        work,
                        new BufferBinder(),
                        new ObjectCodec(settings.get(Setting.OBJECT_FILTER)),
                        options(checked, level),
                        events,
                        matchLog);
        checks = checked ? new Checks(pt2pt) : null;
        bufferedSends = new BufferedSends(pt2pt);
        bufferedStandardSends = new BufferedStandardSends(pt2pt);
        pt2pt.bufferStandardSends(settings.getLong(Setting.SEND_AHEAD));
        transports = openTransports();
        selector = new TransportSelector(transports.byName(), bootstrap);
        pt2pt.connect(selector, newEngine(work, level));
        join();
        progressThread = assisted ? new ProgressThread(pt2pt.progress()) : null;
        int me = bootstrap.worldRank();
        sharedFromBytes = settings.getLong(Setting.SHARED_TABLES);
        participantSets = participantSets(bootstrap.addressSpace());
        world =
                new Communicator(
                        this, 0, new RankGroup(RankMap.identity(bootstrap.worldSize()), me));
        self = new Communicator(this, 1, new RankGroup(RankMap.of(new int[] {me}), me));
    }

    /**
     * Joins a job; returns once every rank of the job has done so.
     *
     * @param level which threads may call
     * @throws MpiFailure when a transport that was asked for does not work
     */
    public static Rank open(Bootstrap bootstrap, Settings settings, ThreadLevel level) {
        return new Rank(Journals.recordedBootstrap(bootstrap, settings), settings, level);
    }

    private static ParticipantSets participantSets(AddressSpace shared) {
        return shared == null
                ? new ParticipantSets()
                : shared.shared(ParticipantSets.class, ParticipantSets::new);
    }

    /** One rank speaks for all: they have the same settings, if from mpiexec. */
    private void warnOfSettings() {
        if (bootstrap.worldRank() == 0) {
            settings.warnings().forEach(line -> System.err.println("musubi: " + line));
        }
    }

    /** What a transport asks for; the secret is the job's unless the user has set one. */
    private String transportSetting(String name) {
        if (name.equals(NODE)) {
            return Integer.toString(bootstrap.node());
        }
        String value = settings.get(name);
        return value == null && name.equals(SECRET) ? bootstrap.secret() : value;
    }

    private PointToPoint.Options options(boolean checked, ThreadLevel level) {
        boolean many = level == ThreadLevel.MULTIPLE;
        return new PointToPoint.Options(EagerWindow.of(settings), checked, contextLimit(), many);
    }

    private int contextLimit() {
        long ofNode = settings.getLong(Setting.CONTEXT_LIMIT);
        return ContextCache.shareOf(ofNode, bootstrap.localRank(), bootstrap.localSize());
    }

    private Transports openTransports() {
        if (isSingleRankReplay()) {
            return Transports.only(
                    SingleRankReplayTransport.NAME, new SingleRankReplayTransport(pt2pt.inbound()));
        }
        return Transports.open(transportContext(), settings.get(Setting.TRANSPORT));
    }

    /** Whether it is replayed without the other ranks. */
    private boolean isSingleRankReplay() {
        return matchLog != null && matchLog.isSingleRank();
    }

    private TransportContext transportContext() {
        return new TransportContext(
                bootstrap.worldRank(),
                bootstrap.worldSize(),
                bootstrap.localRank(),
                bootstrap.localSize(),
                bootstrap.jobId(),
                pt2pt.inbound(),
                this::transportSetting,
                bootstrap.addressSpace());
    }

    private ProgressEngine newEngine(WorkList work, ThreadLevel level) {
        IdleStrategy idle = new IdleStrategy(bootstrap.localSize(), cores());
        return new ProgressEngine(
                transports.polled(), work, gate, idle, stallWatch(work, level), events);
    }

    private StallDetector stallWatch(WorkList work, ThreadLevel level) {
        long afterMs =
                isSingleRankReplay()
                        ? SINGLE_RANK_REPLAY_MS
                        : settings.getLong(Setting.DEADLOCK_AFTER);
        StallLink link = afterMs == 0 ? null : bootstrap.stalls();
        boolean many = level == ThreadLevel.MULTIPLE;
        return link == null ? null : new StallDetector(link, pt2pt.traffic(), work, afterMs, many);
    }

    /** How many cores the ranks of this node share, as far as this rank knows or was told. */
    public int cores() {
        return settings.get(Setting.CORES) == null
                ? Runtime.getRuntime().availableProcessors()
                : (int) settings.getLong(Setting.CORES);
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

    /** Where its events pass. */
    public RankEvents events() {
        return events;
    }

    /** What a program reads of itself. */
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

    /** The participant sets that its communicators share, with those of the ranks in this JVM. */
    public ParticipantSets participantSets() {
        return participantSets;
    }

    /** The communicators that it is in. */
    public LiveCommunicators communicators() {
        return communicators;
    }

    /** What looks for misuse; null unless the user wants that. */
    public Checks checks() {
        return checks;
    }

    /** Point-to-point communication. */
    public PointToPoint pt2pt() {
        return pt2pt;
    }

    /** Buffered sends and the buffer attached for them. */
    public BufferedSends bufferedSends() {
        return bufferedSends;
    }

    /** Its standard sends that did not wait. */
    public BufferedStandardSends bufferedStandardSends() {
        return bufferedStandardSends;
    }

    /** The settings of the job. */
    public Settings settings() {
        return settings;
    }

    /** What this rank knows of its job. */
    public Bootstrap bootstrap() {
        return bootstrap;
    }

    /** Memory that other ranks can reach directly; null when no transport has any. */
    public MemorySegment allocate(long bytes) {
        return transports.allocate(bytes);
    }

    /**
     * These numbers, read-only, in memory that the ranks of this node have in common; null when
     * they are too few for that, or when no transport has any.
     */
    public MemorySegment share(int[] numbers) {
        boolean isLarge = (long) numbers.length * Integer.BYTES >= sharedFromBytes;
        return isLarge ? transports.share(numbers) : null;
    }

    /**
     * Where the ranks of this node show each other small things; null when nowhere, also when what
     * they show would have to be in journals, which have messages only.
     */
    public NodeFlags board() {
        return matchLog != null && matchLog.recordsPayload() ? null : transports.board();
    }

    /** Makes the collective operations of a communicator. */
    public Collectives bindCollectives(Communicator comm) {
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
                "no collective algorithms on the class path; add Musubi's collectives jar");
    }

    /** Which ids communicators may have. */
    public ContextIds contextIds() {
        return contextIds;
    }

    /** Ends the whole job with this exit code; does not return. MPI-4.1 section 9.7. */
    public void abort(int exitCode, String message) {
        events.aborted(exitCode);
        bootstrap.abort(exitCode, message);
    }

    /** Leaves the job in good order; collective. MPI-4.1 section 11.2.2. */
    public void leave() {
        events.finalizing();
        bufferedSends.drain();
        bufferedStandardSends.drain();
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
            new JobMemoryReport(this)
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
        pt2pt.close();
        if (bean != null) {
            bean.close();
        }
        bootstrap.close();
    }
}
