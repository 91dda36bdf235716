package musubi.journal;

import musubi.journal.JournalFormat.PayloadKey;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The payloads in a journal. Searches forward, and remembers the positions of the payloads that it
 * passes. Thread rule: the thread that holds the rank.
 */
final class RecordedPayloads {
    private final ExcerptTailer keys;
    private final ExcerptTailer pieces;
    private final Map<PayloadKey, ArrayDeque<Long>> positions = new HashMap<>();

    /** A reader with two tailers of its own. */
    RecordedPayloads(ExcerptTailer keys, ExcerptTailer pieces) {
        this.keys = keys;
        this.pieces = pieces;
    }

    /** The next payload of a key; null when it is missing or incomplete. */
    byte[] next(PayloadKey key) {
        boolean more = true;
        while (more && !positions.containsKey(key)) {
            more = readKey();
        }
        ArrayDeque<Long> found = positions.get(key);
        if (found == null) {
            return null;
        }
        long position = found.removeFirst();
        if (found.isEmpty()) {
            positions.remove(key);
        }
        return read(position);
    }

    /** Reads one event; false at the end of the journal. */
    private boolean readKey() {
        try (DocumentContext document = keys.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            Bytes<?> bytes = document.wire().bytes();
            if (bytes.readByte() == JournalFormat.PAYLOAD) {
                PayloadKey key = JournalFormat.readPayloadKey(bytes);
                bytes.readStopBit();
                boolean isFirstPiece = bytes.readStopBit() == 0;
                if (isFirstPiece) {
                    positions.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(document.index());
                }
            }
            return true;
        }
    }

    /** The payload that starts at an index; its pieces follow one another. */
    private byte[] read(long position) {
        pieces.moveToIndex(position);
        byte[] data = null;
        int end = 0;
        do {
            try (DocumentContext document = pieces.readingDocument()) {
                if (!document.isPresent()) {
                    return null;
                }
                Bytes<?> bytes = document.wire().bytes();
                bytes.readByte();
                JournalFormat.readPayloadKey(bytes);
                int length = Math.toIntExact(bytes.readStopBit());
                int start = (int) bytes.readStopBit();
                data = data == null ? new byte[length] : data;
                end = start + Math.max(0, bytes.read(data, start, length - start));
            }
        } while (end < data.length);
        return data;
    }
}
