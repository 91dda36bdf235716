package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.error.CallSite;
import musubi.group.ContextId;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.region.Region;
import musubi.type.ItemType;
import musubi.type.MpiType;
import musubi.type.PackedContents;
import musubi.type.TypeCode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The origins of messages, place and type, for reports of receivers; used only with checks. A
 * sender numbers its origins and announces each to a peer before the first message from there; the
 * envelope has the number in place of the {@link TypeCode}.
 *
 * <pre>
 *   sender                                   receiver
 *   ORIGIN(number; type, place) ------------ notes it
 *   EAGER(number), ... --------------------- looks it up
 * </pre>
 *
 * <p>A message has a type code only when the transport has no room for its origin, but then for the
 * message, or the numbers are used up. Thread rule: the thread that holds the rank's gate.
 */
public final class SendOrigins {
    private static final int LONGEST_PLACE = 300;

    /** After the place of a send that was not looked at; see {@link SendSites}. */
    private static final String OTHERS = ", as earlier sends of this buffer";

    private final Map<Origin, Integer> numbers = new HashMap<>();
    private final Set<Long> announced = new HashSet<>();
    private final Map<Long, Known> known = new HashMap<>();

    /** The one that was looked up last, which the next message mostly has, too; or null. */
    private Known last;

    private long lastKey;
    private final SendSites sites = new SendSites();
    private final PackedContents packed = new PackedContents();
    private final Envelope envelope = new Envelope();

    SendOrigins() {}

    /** An origin of a peer, and the code of its last message, which takes long to compute. */
    private static final class Known {
        private final Origin origin;
        private long bytes = -1;
        private int code;

        Known(Origin origin) {
            this.origin = origin;
        }

        int codeOf(long messageBytes) {
            if (bytes != messageBytes) {
                code = origin.isPacked ? TypeCode.ANY : origin.item.codeOf(messageBytes);
                bytes = messageBytes;
            }
            return code;
        }
    }

    /**
     * Where messages come from.
     *
     * @param item what they are made of, or packed from if that is known
     * @param isPacked whether they are sent as packed data, which every receive takes
     * @param place call and line, for example {@code Comm.send at Main.main(Main.java:12)}
     */
    record Origin(ItemType item, boolean isPacked, String place) {
        private byte[] encode() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            try {
                out.writeBoolean(isPacked);
                item.write(out);
                out.writeUTF(place.substring(0, Math.min(place.length(), LONGEST_PLACE)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }

        /** The same place for sends like those that came from there. */
        private Origin ofOthersToo() {
            return new Origin(item, isPacked, place + OTHERS);
        }

        private static Origin decode(byte[] bytes) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            try {
                boolean isPacked = in.readBoolean();
                return new Origin(ItemType.read(in), isPacked, in.readUTF());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Puts the origin into the flags of a bound send, which is to start now. */
    void mark(SendRequest request) {
        request.unannounced = null;
        boolean marked =
                request.type != null
                        && request.peer.lost() == null
                        && !ContextId.isCollective(request.contextId);
        if (!marked) {
            return;
        }
        SendSites.Kind kind = sites.count(request);
        if (kind == null || kind.isUncertain()) {
            Origin origin = originOf(request);
            if (kind != null) {
                kind.found(origin);
            }
            announce(request, origin);
        } else if (kind.number == 0) {
            kind.number = announce(request, kind.origin().ofOthersToo());
        } else {
            setNumber(request, kind.number);
        }
    }

    /**
     * As {@link #mark}, of a send that had no room before.
     *
     * @return false when there is no room for its origin now
     */
    boolean markAgain(SendRequest request) {
        if (request.unannounced != null) {
            announce(request, request.unannounced);
        }
        return request.unannounced == null;
    }

    /** Returns the announced number of the origin of a send; 0 for none. */
    private int announce(SendRequest request, Origin origin) {
        int number = numbers.computeIfAbsent(origin, _ -> TypeCode.FIRST_UNUSED + numbers.size());
        if (number >= TypeCode.MIXED) {
            return 0;
        }
        SendOutcome outcome = announce(request.peer, number, origin);
        request.unannounced = outcome == SendOutcome.BACK_PRESSURED ? origin : null;
        if (outcome != SendOutcome.ACCEPTED) {
            return 0;
        }
        setNumber(request, number);
        return number;
    }

    private static void setNumber(SendRequest request, int number) {
        int below = (1 << MessageKind.TYPE_SHIFT) - 1;
        request.flags = request.flags & below | number << MessageKind.TYPE_SHIFT;
    }

    private Origin originOf(SendRequest request) {
        String place = CallSite.find().toString();
        ItemType content = null;
        if (request.packedData != null) {
            long from = request.packedAt;
            content = packed.contentOf(request.packedData, from, from + request.length());
        }
        boolean isPacked = request.type == MpiType.PACKED;
        return new Origin(content == null ? ItemType.of(request.type) : content, isPacked, place);
    }

    /** Returns null if the transport takes no message of this length at once. */
    private SendOutcome announce(Peer peer, int number, Origin origin) {
        long key = key(peer.worldRank(), number);
        if (announced.contains(key)) {
            return SendOutcome.ACCEPTED;
        }
        byte[] bytes = origin.encode();
        if (!peer.traits().isEager(bytes.length)) {
            return null;
        }
        Region payload = new Region().wrapArray(bytes, 0, bytes.length);
        envelope.set(MessageKind.ORIGIN, 0, 0, 0, bytes.length, number);
        SendOutcome outcome = peer.sendControl(envelope, payload, bytes.length);
        if (outcome == SendOutcome.ACCEPTED) {
            announced.add(key);
        }
        return outcome;
    }

    private static long key(int worldRank, int number) {
        return (long) worldRank << Short.SIZE | number;
    }

    /** A peer has announced an origin. */
    void learn(int from, long number, Region payload) {
        byte[] bytes = new byte[(int) payload.length()];
        payload.copyTo(0, new Region().wrapArray(bytes, 0, bytes.length), 0, bytes.length);
        known.put(key(from, (int) number), new Known(Origin.decode(bytes)));
        last = null;
    }

    /** Null if it is not known. */
    private Known known(int from, int flags) {
        long key = key(from, flags >>> MessageKind.TYPE_SHIFT);
        if (last == null || lastKey != key) {
            last = known.get(key);
            lastKey = key;
        }
        return last;
    }

    /** The origin of a message of a world rank with these flags; null if it is not known. */
    Origin find(int from, int flags) {
        Known found = known(from, flags);
        return found == null ? null : found.origin;
    }

    /** What a message that was not received is made of: a {@link TypeCode}. */
    public int typeCode(UnexpectedMessage message) {
        return typeCode(message.from(), message.flags(), message.bytes());
    }

    int typeCode(int from, int flags, long bytes) {
        Known found = known(from, flags);
        if (found != null) {
            return found.codeOf(bytes);
        }
        int code = flags >>> MessageKind.TYPE_SHIFT;
        return TypeCode.isCode(code) ? code : TypeCode.ANY;
    }

    /** What packed buffers contain. */
    public PackedContents packed() {
        return packed;
    }

    /** Where a message was sent, to be appended to a description; empty if it is not known. */
    public String suffix(UnexpectedMessage message) {
        Origin origin = find(message.from(), message.flags());
        return origin == null ? "" : ", sent by " + origin.place;
    }
}
