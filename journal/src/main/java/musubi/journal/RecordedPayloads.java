package musubi.journal;

import musubi.journal.JournalFormat.PayloadKey;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The data in a journal. Looks on until it finds what is asked for, and keeps of what it passes
 * where it begins. Thread rule: the thread that holds the rank.
 */
final class RecordedPayloads {
    private final ExcerptTailer names;
    private final ExcerptTailer pieces;
    private final Map<PayloadKey, ArrayDeque<Long>> places = new HashMap<>();

    /** With two cursors of its own. */
    RecordedPayloads(ExcerptTailer names, ExcerptTailer pieces) {
        this.names = names;
        this.pieces = pieces;
    }

    /** The next data of this name; null when they are not there, or not whole. */
    byte[] next(PayloadKey name) {
        boolean more = true;
        while (more && !places.containsKey(name)) {
            more = readName();
        }
        ArrayDeque<Long> found = places.get(name);
        if (found == null) {
            return null;
        }
        long place = found.removeFirst();
        if (found.isEmpty()) {
            places.remove(name);
        }
        return read(place);
    }

    /** Looks at one event; false at the end of the journal. */
    private boolean readName() {
        try (DocumentContext document = names.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            Bytes<?> bytes = document.wire().bytes();
            if (bytes.readByte() == JournalFormat.PAYLOAD) {
                PayloadKey name = JournalFormat.readPayloadKey(bytes);
                bytes.readStopBit();
                boolean isFirstPiece = bytes.readStopBit() == 0;
                if (isFirstPiece) {
                    places.computeIfAbsent(name, _ -> new ArrayDeque<>()).add(document.index());
                }
            }
            return true;
        }
    }

    /** The data that begin there; their pieces follow one another. */
    private byte[] read(long place) {
        pieces.moveToIndex(place);
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
