package musubi.jfr;

import musubi.event.Protocol;

import java.util.Arrays;
import java.util.Locale;

/**
 * Makes events of the messages of a rank. Both ends number the messages of an ordered pair of
 * ranks; the numbers agree, because messages do not overtake on their way. Thread rule: the thread
 * that holds the rank.
 */
final class MessageEvents {
    private static final String[] PROTOCOLS =
            Arrays.stream(Protocol.values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .toArray(String[]::new);

    private final int rank;
    private long[] sentTo = new long[16];
    private long[] receivedFrom = new long[16];

    MessageEvents(int rank) {
        this.rank = rank;
    }

    void sent(Protocol protocol, int peer, int contextId, int tag, long bytes) {
        sentTo = withRoomFor(sentTo, peer);
        SendEvent event = new SendEvent();
        event.protocol = PROTOCOLS[protocol.ordinal()];
        event.number = sentTo[peer]++;
        commit(event, peer, contextId, tag, bytes);
    }

    /**
     * A message has come.
     *
     * @param step {@code matched}, or {@code stored} when there was no receive for it
     */
    void arrived(String step, Protocol protocol, int peer, int contextId, int tag, long bytes) {
        receivedFrom = withRoomFor(receivedFrom, peer);
        ReceiveEvent event = new ReceiveEvent();
        event.protocol = PROTOCOLS[protocol.ordinal()];
        event.number = receivedFrom[peer]++;
        event.step = step;
        commit(event, peer, contextId, tag, bytes);
    }

    /**
     * A message that had come is further on. Messages with the same peer, context and tag come to a
     * step in the order in which they arrived.
     *
     * @param step {@code met}, or {@code landed}
     */
    void continued(String step, int peer, int contextId, int tag, long bytes) {
        ReceiveEvent event = new ReceiveEvent();
        event.number = -1;
        event.step = step;
        commit(event, peer, contextId, tag, bytes);
    }

    private void commit(TransferEvent event, int peer, int contextId, int tag, long bytes) {
        if (event.isEnabled()) {
            event.rank = rank;
            event.peer = peer;
            event.context = contextId;
            event.tag = tag;
            event.bytes = bytes;
            event.commit();
        }
    }

    private static long[] withRoomFor(long[] numbers, int peer) {
        return peer < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * peer);
    }
}
