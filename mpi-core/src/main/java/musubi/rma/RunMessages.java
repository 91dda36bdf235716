package musubi.rma;

import musubi.active.ActiveMessage;
import musubi.active.ActivePeer;
import musubi.region.Region;

/**
 * The wire form of accesses to several runs, or to data that are answered: where in the result the
 * runs begin, their table, and packed data if the access has any. An access is cut into as many
 * messages as the transport needs, each of which stands for itself.
 *
 * <pre>
 *   8 bytes   16 bytes for each run         the runs' bytes
 *   position | at, length | at, length ... | data
 * </pre>
 */
final class RunMessages {
    private static final int RUN_BYTES = 16;
    private static final int FRONT_BYTES = 8;

    /** Runs are cut at multiples of the largest item. */
    private static final int CUT_UNIT = 16;

    private final int longest;

    /** Messages of at most this many bytes. */
    RunMessages(int longest) {
        this.longest = longest;
    }

    /**
     * Sends an access.
     *
     * @param header handler, object, code and token
     * @param data packed; null for an access without
     */
    void send(ActiveMessage header, Place place, Region data, ActivePeer target) {
        Cut cut = new Cut(place);
        while (cut.run < place.runs()) {
            cut.next(data == null ? Long.MAX_VALUE : longest);
            target.send(message(header, cut, data));
        }
    }

    private static ActiveMessage message(ActiveMessage header, Cut cut, Region data) {
        int table = FRONT_BYTES + cut.count * RUN_BYTES;
        byte[] bytes = new byte[table + (data == null ? 0 : (int) cut.bytes)];
        ActiveMessage message =
                new ActiveMessage().set(header.handler, header.object, header.token);
        message.code = header.code;
        message.count = cut.count;
        message.data.wrapArray(bytes, 0, bytes.length);
        long[] words = cut.words;
        words[0] = cut.position;
        new Region().wrapArray(words, 0, table).copyTo(0, message.data, 0, table);
        if (data != null) {
            data.copyTo(cut.position, message.data, table, cut.bytes);
        }
        return message;
    }

    /** The runs of one message after the other. */
    private final class Cut {
        private final Place place;
        private final long[] words;
        private int run;
        private long done;
        private int count;
        private long bytes;
        private long position;

        Cut(Place place) {
            this.place = place;
            long table = FRONT_BYTES + (long) place.runs() * RUN_BYTES;
            words = new long[(int) Math.min(longest, table) / Long.BYTES];
        }

        /** Takes the runs of the next message, whose table and data fit the longest one. */
        void next(long room) {
            position += bytes;
            count = 0;
            bytes = 0;
            boolean fits = true;
            while (fits && run < place.runs()) {
                long table = FRONT_BYTES + (count + 1L) * RUN_BYTES;
                long left = place.length(run) - done;
                long most = room - table - bytes;
                long taken = left <= most ? left : most / CUT_UNIT * CUT_UNIT;
                fits = table <= longest && taken > 0;
                if (fits) {
                    add(taken);
                    fits = taken == left;
                }
            }
        }

        private void add(long taken) {
            words[1 + 2 * count] = place.at(run) + done;
            words[2 + 2 * count] = taken;
            count++;
            bytes += taken;
            done += taken;
            if (done == place.length(run)) {
                run++;
                done = 0;
            }
        }
    }

    /** The runs of a message that has arrived, as a place; its data lie behind the table. */
    static final class Reader {
        private final Place place = new Place();
        private final Region data = new Region();
        private long position;

        /** Reads a message of {@code runs} runs. */
        void read(Region payload, int runs) {
            int table = FRONT_BYTES + runs * RUN_BYTES;
            long[] words = new long[table / Long.BYTES];
            payload.copyTo(0, new Region().wrapArray(words, 0, table), 0, table);
            position = words[0];
            place.set(words[1], words[2]);
            for (int i = 1; i < runs; i++) {
                place.run(words[1 + 2 * i], words[2 + 2 * i]);
            }
            data.slice(payload, table, payload.length() - table);
        }

        /** Where in the result of the access these runs begin. */
        long position() {
            return position;
        }

        Place place() {
            return place;
        }

        /** The packed data; valid during the call of the handler. */
        Region data() {
            return data;
        }
    }
}
