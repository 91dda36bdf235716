package musubi.adi;

import musubi.region.AddressSpace;
import musubi.region.Region;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Ranks of one JVM, connected by the transport under test. */
public final class ContractJob implements AutoCloseable {
    private static final AtomicInteger JOBS = new AtomicInteger();
    private static final int POLL_LIMIT = 64;
    private static final long DEADLINE_NS = 200_000_000_000L;

    private final Transport[] transports;
    private final RecordingInbound[] inbounds;
    private final PeerInfo[] peers;
    private final Endpoint[][] endpoints;
    private final String jobId;

    /** The work of one rank in its own thread. */
    interface RankBody {
        void run(int rank) throws Exception;
    }

    private ContractJob(int ranks) {
        transports = new Transport[ranks];
        inbounds = new RecordingInbound[ranks];
        peers = new PeerInfo[ranks];
        endpoints = new Endpoint[ranks][ranks];
        jobId = "contract-" + ProcessHandle.current().pid() + "-" + JOBS.incrementAndGet();
    }

    static ContractJob open(
            TransportProvider provider,
            int ranks,
            Function<String, String> setting,
            AddressSpace space) {
        ContractJob job = new ContractJob(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            job.inbounds[rank] = new RecordingInbound();
            TransportContext context =
                    LocalContext.of(rank, ranks, job.jobId, job.inbounds[rank], setting, space);
            job.transports[rank] = provider.open(context);
            String card = job.transports[rank].businessCard();
            job.peers[rank] = new PeerInfo(rank, card);
        }
        for (Transport transport : job.transports) {
            transport.onJobComplete();
        }
        return job;
    }

    public String jobId() {
        return jobId;
    }

    int ranks() {
        return transports.length;
    }

    public Transport transport(int rank) {
        return transports[rank];
    }

    RecordingInbound inbound(int rank) {
        return inbounds[rank];
    }

    List<Received> messages(int rank) {
        return inbounds[rank].messages;
    }

    PeerInfo peer(int rank) {
        return peers[rank];
    }

    /** The endpoint of a pair; to be called by the sender's thread. */
    public Endpoint endpoint(int from, int to) {
        if (endpoints[from][to] == null) {
            endpoints[from][to] = transports[from].connect(peers[to]);
        }
        return endpoints[from][to];
    }

    /** Closes the endpoint of a pair; another one is made for the next message. */
    void closeEndpoint(int from, int to) {
        if (endpoints[from][to] != null) {
            endpoints[from][to].close();
            endpoints[from][to] = null;
        }
    }

    /** Sends from the rank's own thread, polling that rank only. */
    void send(int from, int to, Envelope envelope, Region payload) {
        long deadline = System.nanoTime() + DEADLINE_NS;
        Endpoint endpoint = endpoint(from, to);
        while (!accepted(endpoint.trySend(envelope, payload, 0, payload.length()))) {
            transports[from].poll(POLL_LIMIT);
            check(deadline, "send from=" + from + " to=" + to);
        }
    }

    private static boolean accepted(SendOutcome outcome) {
        if (outcome == SendOutcome.PEER_LOST) {
            throw new AssertionError("peer lost");
        }
        return outcome == SendOutcome.ACCEPTED;
    }

    /** Polls from the rank's own thread until this number of messages has arrived in all. */
    void receive(int rank, int messages) {
        long deadline = System.nanoTime() + DEADLINE_NS;
        while (inbounds[rank].arrived() < messages) {
            if (transports[rank].poll(POLL_LIMIT) == 0) {
                Thread.yield();
                check(deadline, "receive rank=" + rank + " arrived=" + inbounds[rank].arrived());
            }
        }
    }

    /** Sends from the one thread that drives all ranks, polling all of them. */
    void drive(int from, int to, Envelope envelope, Region payload) {
        long deadline = System.nanoTime() + DEADLINE_NS;
        Endpoint endpoint = endpoint(from, to);
        while (!accepted(endpoint.trySend(envelope, payload, 0, payload.length()))) {
            pollAll();
            check(deadline, "drive from=" + from + " to=" + to);
        }
    }

    /** Polls all ranks from the one thread that drives them until one has this many messages. */
    void driveUntil(int rank, int messages) {
        long deadline = System.nanoTime() + DEADLINE_NS;
        while (inbounds[rank].arrived() < messages) {
            if (pollAll() == 0) {
                Thread.yield();
                check(deadline, "arrivals rank=" + rank + " arrived=" + inbounds[rank].arrived());
            }
        }
    }

    int pollAll() {
        int done = 0;
        for (Transport transport : transports) {
            done += transport.poll(POLL_LIMIT);
        }
        return done;
    }

    private static void check(long deadline, String what) {
        if (System.nanoTime() > deadline) {
            throw new AssertionError("no progress: " + what);
        }
    }

    /** Runs every rank in a thread of its own. */
    void inThreads(RankBody body) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(ranks())) {
            List<Future<?>> ends = new ArrayList<>();
            for (int rank = 0; rank < ranks(); rank++) {
                int own = rank;
                ends.add(
                        threads.submit(
                                () -> {
                                    body.run(own);
                                    return null;
                                }));
            }
            for (Future<?> end : ends) {
                join(end);
            }
        }
    }

    private static void join(Future<?> end) throws Exception {
        try {
            end.get();
        } catch (ExecutionException e) {
            throw new AssertionError("a rank failed: " + e.getCause(), e.getCause());
        }
    }

    /** Closes all concurrently, as in a job: a rank that closes may wait for the others. */
    @Override
    public void close() {
        List<CompletableFuture<Void>> leaving = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            leaving.add(leave(rank));
        }
        leaving.forEach(CompletableFuture::join);
    }

    /** Closes a rank while others continue. */
    CompletableFuture<Void> leave(int rank) {
        return CompletableFuture.runAsync(() -> closeRank(rank), Thread.ofPlatform()::start);
    }

    void closeRank(int rank) {
        if (transports[rank] == null) {
            return;
        }
        transports[rank].close();
        transports[rank] = null;
    }
}
