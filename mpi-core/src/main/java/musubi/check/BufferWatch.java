package musubi.check;

import musubi.adi.Region;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.BufferBinder;
import musubi.type.Datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The buffers that belong to operations under way. Nobody may write what one of them uses, nor read
 * what one of them writes. MPI-4.1 section 3.7.2.
 */
public final class BufferWatch {
    private static final int PIECE = 1 << 13;

    private final List<Loan> loans = new ArrayList<>();
    private final BufferBinder binder = new BufferBinder();

    /** A buffer that an operation uses, until {@link #giveBack}. */
    public final class Loan implements Lent {
        private final Span span;
        private final boolean writes;
        private final CallSite site = CallSite.find();
        private final Region region = new Region();
        private final long sum;

        private Loan(Span span, boolean writes) {
            this.span = span;
            this.writes = writes;
            sum = 0;
        }

        private Loan(Span span, Object buffer, long offset, long count, Datatype type) {
            this.span = span;
            writes = false;
            boolean readable = !type.isObject() && !span.isEmpty();
            if (readable) {
                binder.bind(region, buffer, offset, count, type);
            }
            sum = sumOf(region);
        }

        @Override
        public MpiFailure giveBack() {
            loans.remove(this);
            if (writes || sumOf(region) == sum) {
                return null;
            }
            return new MpiFailure(
                    ErrorClass.BUFFER,
                    "the send buffer was changed before the operation was complete: "
                            + span
                            + ", lent to "
                            + site
                            + "; change it only after a wait or test has found the request"
                            + " complete");
        }

        private String describe() {
            return site + ", which " + (writes ? "writes " : "reads ") + span;
        }
    }

    BufferWatch() {}

    private static long sumOf(Region region) {
        CRC32C sum = new CRC32C();
        byte[] piece = new byte[(int) Math.min(PIECE, region.length())];
        Region target = new Region();
        for (long done = 0; done < region.length(); done += piece.length) {
            int bytes = (int) Math.min(piece.length, region.length() - done);
            region.copyTo(done, target.wrapArray(piece, 0, bytes), 0, bytes);
            sum.update(piece, 0, bytes);
        }
        return sum.getValue();
    }

    /**
     * Lends a buffer to an operation that begins.
     *
     * @param offset in elements of the buffer
     * @param count items of the type
     * @param writes whether the operation writes the buffer, else it reads it
     * @throws MpiFailure of class BUFFER when an operation under way has it
     */
    public Loan lend(Object buffer, long offset, long count, Datatype type, boolean writes) {
        Span span = Span.of(buffer, offset, count, type);
        for (Loan other : loans) {
            if ((writes || other.writes) && other.span.overlaps(span)) {
                throw conflict(span, writes, other);
            }
        }
        Loan loan = writes ? new Loan(span, true) : new Loan(span, buffer, offset, count, type);
        if (!span.isEmpty()) {
            loans.add(loan);
        }
        return loan;
    }

    private static MpiFailure conflict(Span span, boolean writes, Loan other) {
        return new MpiFailure(
                ErrorClass.BUFFER,
                "the buffer belongs to an operation under way: this call "
                        + (writes ? "writes " : "reads ")
                        + span
                        + ", lent to "
                        + other.describe()
                        + "; wait for that first, or use another buffer");
    }
}
