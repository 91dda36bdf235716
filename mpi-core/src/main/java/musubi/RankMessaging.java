package musubi;

import musubi.adi.Inbound;
import musubi.adi.NodeMemory;
import musubi.adi.SleepElsewhere;
import musubi.adi.TransportContext;
import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.StallLink;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.connect.Connector;
import musubi.connect.ContextCache;
import musubi.connect.TransportSelector;
import musubi.connect.Transports;
import musubi.error.CallNotes;
import musubi.observe.recorder.EventRecorder;
import musubi.observe.recorder.RankObserver;
import musubi.progress.Gate;
import musubi.progress.IdleStrategy;
import musubi.progress.MessageCounts;
import musubi.progress.ProgressEngine;
import musubi.progress.ProgressThread;
import musubi.progress.RecentFailures;
import musubi.progress.StallDetector;
import musubi.progress.ThreadActivity;
import musubi.progress.ThreadLevel;
import musubi.progress.WorkList;
import musubi.pt2pt.EagerWindow;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.matching.MatchQueues;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pvas.PvasProcess;
import musubi.region.Lifetime;
import musubi.replay.Journals;
import musubi.replay.RecordedOutcomes;
import musubi.replay.ReplaySession;
import musubi.rim.JobGrid;
import musubi.type.buffer.ObjectCodec;
import musubi.type.object.ObjectLimits;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** The messages of a rank: gate, matching, point-to-point communication, transports, progress. */
final class RankMessaging implements AutoCloseable {
    /** The setting that the job has when the user has none. */
    private static final String SECRET = "secret";

    /** Time after which a stall of a rank replayed alone is reported. */
    private static final long SINGLE_RANK_REPLAY_MS = 200;

    private final Bootstrap bootstrap;
    private final Settings settings;
    private final EventRecorder events;
    private final JobGrid grid;
    private final boolean isMultithreaded;
    final Gate gate;
    private final WorkList work = new WorkList();
    final RecentFailures failures = new RecentFailures();

    /** Null if nothing is recorded or replayed. */
    private final ReplaySession replay;

    final PointToPoint pt2pt;

    /** Null if nothing is recorded or replayed. */
    final RecordedOutcomes outcomes;

    /** Set by {@link #connect}. */
    private Transports transports;

    private String secret;

    /** None if progress is made in calls only. */
    private final List<ProgressThread> progressThreads;

    /** Opens the transports; returns when all ranks of the job have done so. */
    RankMessaging(
            Bootstrap bootstrap,
            Settings settings,
            ThreadLevel level,
            EventRecorder events,
            JobGrid grid,
            CallNotes notes) {
        this.bootstrap = bootstrap;
        this.settings = settings;
        this.events = events;
        this.grid = grid;
        isMultithreaded = level == ThreadLevel.MULTIPLE;
        boolean checked = Setting.CHECK.isOn(settings::get);
        boolean assisted = Setting.PROGRESS_THREAD.isOn(settings::get);
        RankObserver observer = events.observer();
        boolean observesCalls = observer != null && observer.watchesCalls();
        gate = new Gate(level, checked, assisted, observesCalls ? observer : null, notes);
        MatchQueues queues = new MatchQueues(events);
        replay = Journals.session(bootstrap, settings, queues, isMultithreaded);
        pt2pt =
                new PointToPoint(
                        work,
                        codec(settings),
                        new PointToPoint.Options(
                                EagerWindow.of(settings), checked, contextLimit(), notes),
                        events,
                        new MatchingEngine(queues, replay == null ? null : replay.matching()),
                        this::connect);
        pt2pt.bufferStandardSends(settings.getLong(Setting.SEND_AHEAD));
        if (Setting.SEND_SYNCHRONOUS.isOn(settings::get)) {
            pt2pt.sends().makeStandardSendsSynchronous();
        }
        outcomes = replay == null ? null : replay.outcomes(pt2pt);
        joinOrClose();
        progressThreads =
                assisted ? pt2pt.progress().startThreads(events::namedCounter) : List.of();
    }

    private static ObjectCodec codec(Settings settings) {
        ObjectLimits limits =
                new ObjectLimits(
                        settings.getLong(Setting.OBJECT_DEPTH),
                        settings.getLong(Setting.OBJECT_REFERENCES),
                        settings.getLong(Setting.OBJECT_ARRAY),
                        settings.getLong(Setting.OBJECT_HASH),
                        settings.getLong(Setting.OBJECT_COLLISIONS));
        return new ObjectCodec(settings.get(Setting.OBJECT_FILTER), limits);
    }

    private int contextLimit() {
        long ofNode = settings.getLong(Setting.CONTEXT_LIMIT);
        return ContextCache.shareOf(ofNode, bootstrap.localRank(), bootstrap.localSize());
    }

    private Connector.Connection connect(Inbound inbound, MessageCounts counts) {
        transports =
                isSingleRankReplay()
                        ? Transports.only(ReplaySession.transportName(), replay.transport(inbound))
                        : Transports.open(context(inbound), settings.get(Setting.TRANSPORT));
        IdleStrategy idle = new IdleStrategy(bootstrap.localSize(), cores(), isWoken());
        return new Connector.Connection(
                selector(),
                new ProgressEngine(
                        transports.polled(), work, gate, idle, stallDetector(counts), events));
    }

    /** Whether the rank sleeps where arrivals from other hosts wake it, too. */
    private boolean isWoken() {
        return bootstrap.localSize() < bootstrap.worldSize()
                && Arrays.stream(transports.polled())
                        .map(each -> each.capability(SleepElsewhere.WakePipe.class))
                        .anyMatch(pipe -> pipe != null && pipe.descriptor() >= 0);
    }

    private TransportSelector selector() {
        return grid.isOneSite()
                ? new TransportSelector(transports.byName(), bootstrap)
                : new TransportSelector(
                        transports.byName(), bootstrap, rank -> grid.otherSite(bootstrap, rank));
    }

    private TransportContext context(Inbound inbound) {
        return new TransportContext(
                bootstrap.worldRank(),
                bootstrap.worldSize(),
                bootstrap.localRank(),
                bootstrap.localSize(),
                bootstrap.node(),
                bootstrap.jobId(),
                this::secret,
                inbound,
                settings::get,
                bootstrap.addressSpace(),
                events::namedCounter,
                replay == null ? grid.routes(bootstrap) : null,
                grid.isOneSite() ? null : grid);
    }

    /**
     * The job's secret unless the user has set one. The process manager creates it on request,
     * which takes longer than the rest of the start of a job without sockets.
     */
    private String secret() {
        if (secret == null) {
            String set = settings.get(SECRET);
            secret = set == null ? bootstrap.secret() : set;
        }
        return secret;
    }

    /** Null if no stall can be reported. */
    private StallDetector stallDetector(MessageCounts counts) {
        long afterMs =
                isSingleRankReplay()
                        ? SINGLE_RANK_REPLAY_MS
                        : settings.getLong(Setting.DEADLOCK_AFTER);
        StallLink link = afterMs == 0 ? null : bootstrap.stalls();
        ThreadActivity others = new ThreadActivity(gate, isMultithreaded, PvasProcess::groupOf);
        // Outcomes of tests come out of the journal in a replay.
        long pollsMs = isSingleRankReplay() ? 0 : settings.getLong(Setting.DEADLOCK_POLLS_AFTER);
        boolean pollsEnd =
                Setting.DEADLOCK_POLLS_END.isOn(settings::get) || Setting.CHECK.isOn(settings::get);
        StallDetector.Times times = new StallDetector.Times(afterMs, pollsMs, pollsEnd);
        return link == null ? null : new StallDetector(link, counts, work, times, others, failures);
    }

    /** A job that is aborted before all ranks have come leaves nothing behind. */
    private void joinOrClose() {
        try {
            join();
        } catch (RuntimeException | Error e) {
            closeTransports();
            throw e;
        }
    }

    private void join() {
        if (bootstrap.worldSize() > 1) {
            pt2pt.transports().publish();
            bootstrap.fence();
            transports.jobIsComplete();
        }
    }

    /** The cores that the ranks of this node share. */
    int cores() {
        return settings.get(Setting.CORES) == null
                ? Runtime.getRuntime().availableProcessors()
                : (int) settings.getLong(Setting.CORES);
    }

    /** Whether the rank is replayed without the others. */
    boolean isSingleRankReplay() {
        return replay != null && replay.isSingleRank();
    }

    /** Null if there is none, or all data that ranks exchange has to be in messages. */
    NodeMemory nodeMemory() {
        // What the ranks of a node exchange by flags would be missing in a journal with payloads.
        return replay != null && replay.recordsPayload() ? null : transports.nodeMemory();
    }

    /** Memory that other ranks can reach directly; null when no transport has any. */
    Lifetime.Lent lend(long bytes) {
        return transports.lend(bytes);
    }

    /** A copy in memory that the ranks of the node share; null if it is short, or there is none. */
    MemorySegment nodeTable(int[] numbers) {
        long bytes = (long) numbers.length * Integer.BYTES;
        boolean isLarge = bytes >= settings.getLong(Setting.SHARED_TABLES);
        return isLarge ? transports.share(numbers) : null;
    }

    /** Waits until all messages have left. */
    void drain() {
        pt2pt.sends().drain();
        while (!work.isEmpty()) {
            pt2pt.progress().poll();
        }
    }

    /** Looks at all messages that have come. */
    void takeArrived() {
        while (pt2pt.progress().poll() > 0) {
            Thread.onSpinWait();
        }
    }

    /**
     * A note for each kind of operation that the program has left; none after an exception, which
     * may be why, and none of a replay, which may stop early.
     */
    List<String> leftOperations() {
        if (replay != null || !failures.isEmpty()) {
            return List.of();
        }
        takeArrived();
        return pt2pt.messageCounts().leftOperations().stream()
                .map(line -> "note: " + line)
                .toList();
    }

    /** The transports of the messages so far, by peer; empty without messages. */
    String routes() {
        return pt2pt.transports().explain(pt2pt.routes());
    }

    @Override
    public void close() {
        progressThreads.forEach(ProgressThread::close);
        closeTransports();
    }

    private void closeTransports() {
        transports.close();
        if (replay != null) {
            replay.close();
        }
    }
}
