package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.MemoryPool;
import musubi.adi.PostedReceives;
import musubi.adi.RemoteMemory;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.adi.ZeroCopySend;
import musubi.bootstrap.local.LocalJob;
import musubi.config.Settings;
import musubi.connect.Connector;
import musubi.connect.TransportSelector;
import musubi.error.CallNotes;
import musubi.event.EventLog;
import musubi.group.CommContext;
import musubi.group.RankGroup;
import musubi.group.RankMap;
import musubi.progress.Gate;
import musubi.progress.IdleStrategy;
import musubi.progress.ProgressEngine;
import musubi.progress.ThreadLevel;
import musubi.progress.WorkList;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.matching.MatchQueues;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.SendMode;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.ObjectCodec;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The protocols of one rank against a {@link ScriptedTransport}. The rank is 3 in the world and 1
 * in the communicator, whose ranks 0 and 2 are 2 and 0 in the world.
 */
final class ScriptedRank {
    /** The peer of most tests, in the communicator and in the world. */
    static final int PEER = 0;

    static final int WORLD_PEER = 2;
    static final int OTHER = 2;
    static final int WORLD_OTHER = 0;
    static final int ME = 1;
    static final int WORLD_ME = 3;

    static final int EAGER_LIMIT = 1024;
    static final int FRAGMENT = 1000;

    /** For {@link Options#window}: what the transport gives. */
    static final long WINDOW_OF_TRANSPORT = -1;

    static final int CLAIM_FROM = 4096;
    static final int CONTEXT = 10;
    static final int TAG = 5;

    final ScriptedTransport transport;
    final ScriptedEndpoint peer;
    final EventLog events = new EventLog();
    final WorkList work = new WorkList();
    final MatchQueues queues = new MatchQueues(events);
    final CommContext comm = new TestComm();

    /** Null unless the options ask for it. */
    final RecordingControl control;

    final PointToPoint pt2pt;
    final Inbound inbound;
    private final Envelope envelope = new Envelope();

    /** What differs between tests. */
    static final class Options {
        private long window = 1 << 20;
        private boolean checksTypes;
        private int contexts = 8;
        private int eagerLimit = EAGER_LIMIT;
        private int claimFrom = Integer.MAX_VALUE;
        private boolean controlled;
        private Set<Class<?>> capabilities = Set.of();

        Options window(long bytes) {
            window = bytes;
            return this;
        }

        Options eagerLimit(int bytes) {
            eagerLimit = bytes;
            return this;
        }

        Options checksTypes() {
            checksTypes = true;
            return this;
        }

        Options contexts(int limit) {
            contexts = limit;
            return this;
        }

        Options controlled() {
            controlled = true;
            return this;
        }

        Options remoteMemory() {
            capabilities = Set.of(RemoteMemory.class);
            return this;
        }

        Options zeroCopy() {
            capabilities = Set.of(ZeroCopySend.class);
            return this;
        }

        Options claims() {
            return claims(CLAIM_FROM);
        }

        Options claims(int from) {
            claimFrom = from;
            capabilities = Set.of(RemoteMemory.class, PostedReceives.class);
            return this;
        }

        Options sharedCopies() {
            claimFrom = CLAIM_FROM;
            capabilities = Set.of(RemoteMemory.class, PostedReceives.class, MemoryPool.class);
            return this;
        }

        ScriptedRank open() {
            return new ScriptedRank(this);
        }
    }

    private static final class TestComm extends CommContext {
        private static final RankGroup GROUP =
                new RankGroup(RankMap.of(new int[] {WORLD_PEER, WORLD_ME, WORLD_OTHER}), WORLD_ME);

        TestComm() {
            super(CONTEXT / 2, GROUP, GROUP);
        }
    }

    private ScriptedRank(Options options) {
        Function<String, String> settings =
                options.window < 0
                        ? _ -> null
                        : Map.of("musubi.eager.window", Long.toString(options.window))::get;
        transport =
                new ScriptedTransport(
                        new TransportTraits(options.eagerLimit, FRAGMENT, true, options.claimFrom));
        transport.capabilities.addAll(options.capabilities);
        peer = transport.to(WORLD_PEER);
        control = options.controlled ? new RecordingControl(queues) : null;
        Gate gate = new Gate(ThreadLevel.SINGLE, false, false, null, new CallNotes(null));
        pt2pt =
                new PointToPoint(
                        work,
                        new ObjectCodec("*"),
                        new PointToPoint.Options(
                                EagerWindow.of(new Settings(settings, Map.of())),
                                options.checksTypes,
                                options.contexts,
                                new CallNotes(null)),
                        events,
                        new MatchingEngine(queues, control),
                        (upcalls, counts) ->
                                new Connector.Connection(
                                        new TransportSelector(
                                                Map.of("scripted", transport),
                                                new LocalJob(4, "scripted").bootstrap(WORLD_ME)),
                                        new ProgressEngine(
                                                new Transport[] {transport},
                                                work,
                                                gate,
                                                new IdleStrategy(1, 1, false),
                                                null,
                                                events)));
        inbound = pt2pt.inbound();
    }

    static Options options() {
        return new Options();
    }

    static ScriptedRank plain() {
        return options().open();
    }

    /** A started standard send of these bytes to the peer. */
    SendRequest send(byte[] data) {
        return send(SendMode.STANDARD, PEER, data);
    }

    SendRequest send(SendMode mode, int dest, byte[] data) {
        SendRequest request = pt2pt.sendRequest(mode).bind(data, 0, data.length, MpiType.BYTE);
        pt2pt.start(request, comm, dest, TAG);
        return request;
    }

    /** A started receive from the peer. */
    RecvRequest recv(byte[] room) {
        return recv(room, PEER, TAG);
    }

    RecvRequest recv(byte[] room, int source, int tag) {
        return pt2pt.startReceive(
                pt2pt.bindReceive(room, 0, room.length, MpiType.BYTE), comm, source, tag);
    }

    /** A message of the peer arrives. */
    void arrive(int kind, int tag, long length, long cookie, byte[] payload) {
        envelope.set(kind, CONTEXT, PEER, tag, length, cookie);
        arrive(WORLD_PEER, payload);
    }

    /** A message with flags arrives. */
    void arrive(int kind, int flags, int tag, long length, long cookie, byte[] payload) {
        envelope.set(kind, CONTEXT, PEER, tag, length, cookie);
        envelope.flags = flags;
        arrive(WORLD_PEER, payload);
    }

    private void arrive(int from, byte[] payload) {
        inbound.onMessage(from, envelope, new Region().wrapArray(payload, 0, payload.length));
    }

    /** A message of another rank arrives. */
    void arriveFrom(int worldRank, int source, int tag, byte[] payload) {
        envelope.set(MessageKind.EAGER, CONTEXT, source, tag, payload.length, 0);
        arrive(worldRank, payload);
    }

    void arriveEager(byte[] data) {
        arrive(MessageKind.EAGER, TAG, data.length, 0, data);
    }

    /** A control message of the peer arrives. */
    void control(int kind, long length, long cookie, long... words) {
        envelope.set(kind, 0, 0, 0, length, cookie);
        arrive(WORLD_PEER, bytes(words));
    }

    void announce(long length, long cookie, long key) {
        arrive(MessageKind.READY_TO_SEND, TAG, length, cookie, bytes(key, 0));
    }

    /** The cookie that the peer got with the only message since the last look. */
    long sentCookie(int kind) {
        Sent one = peer.takeOne();
        if (one.kind() != kind) {
            throw new AssertionError("kind=" + one.kind());
        }
        return one.cookie();
    }

    /** One duty cycle. */
    int poll() {
        return pt2pt.progress().poll();
    }

    static byte[] bytes(long... words) {
        byte[] bytes = new byte[words.length * Long.BYTES];
        java.nio.ByteBuffer.wrap(bytes)
                .order(java.nio.ByteOrder.nativeOrder())
                .asLongBuffer()
                .put(words);
        return bytes;
    }

    /** Bytes that differ from their neighbours. */
    static byte[] data(int length) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (i * 31 + (i >> 8) + 1);
        }
        return data;
    }
}
