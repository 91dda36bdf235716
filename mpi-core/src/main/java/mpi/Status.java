package mpi;

import musubi.error.ErrorClass;
import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;

/**
 * The outcome of a receive or probe. Fields and getters of the same name have equal values. MPI-4.1
 * section 3.2.5.
 */
public class Status extends mpjdev.Status implements Freeable {
    /** Bytes of data; number of objects if {@link #objects} is set. */
    private long bytes;

    private boolean objects;
    private boolean cancelled;

    /** A byte, because one more int would make each status 8 bytes larger. */
    private byte error = MPI.SUCCESS;

    /** An empty status. MPI-4.1 section 3.7.3. */
    public Status() {
        source = MPI.ANY_SOURCE;
        tag = MPI.ANY_TAG;
    }

    /** A copy of source, tag, index and count. MPI-4.1 section 3.2.5. */
    public Status(mpjdev.Status status) {
        source = status.source;
        tag = status.tag;
        index = status.index;
        count = status.count;
        if (status instanceof Status other) {
            bytes = other.bytes;
            objects = other.objects;
            cancelled = other.cancelled;
            error = other.error;
        }
    }

    /** The status of a message received as this type, or probed when that is null. */
    Status(int source, int tag, long bytes, int objectCount, musubi.type.MpiType type) {
        this.source = source;
        this.tag = tag;
        objects = type == null ? objectCount > 0 : type.isObject();
        this.bytes = objects ? objectCount : bytes;
        count = saturated(type == null ? this.bytes : type.itemsIn(this.bytes));
    }

    /** Sets the count of a probed message of one basic type; null leaves bytes. */
    void countElements(BaseType sent) {
        if (sent != null && !objects) {
            count = saturated(bytes / sent.bytes());
        }
    }

    private static int saturated(long number) {
        return (int) Math.min(number, Integer.MAX_VALUE);
    }

    /** The status of a complete request. */
    static Status of(musubi.pt2pt.request.CommRequest request, Datatype type) {
        musubi.type.MpiType core = type == null ? null : type.coreOrNull();
        Status status =
                new Status(
                        request.source(),
                        request.tag(),
                        request.bytes(),
                        request.objectCount(),
                        core);
        status.cancelled = request.isCancelled();
        return status;
    }

    /** Sets the failure of the operation. */
    void failed(ErrorClass errorClass) {
        error = (byte) errorClass.code();
    }

    Status at(int place) {
        index = place;
        return this;
    }

    /**
     * Items of the type received; {@code MPI.UNDEFINED} when the message is not a whole number of
     * them. MPI-4.1 section 3.2.5.
     */
    public int getCount(Datatype datatype) throws MPIException {
        long items = getCountLong(datatype);
        return items <= Integer.MAX_VALUE ? (int) items : MPI.UNDEFINED;
    }

    /** As {@link #getCount}, without the limit of an int. MPI-4.1 sections 3.2.5 and 19.2. */
    public long getCountLong(Datatype datatype) throws MPIException {
        musubi.type.MpiType type = MPI.typeOf("Status.getCount", datatype);
        if (objects != type.isObject() && bytes > 0) {
            return MPI.UNDEFINED;
        }
        long items = type.itemsIn(bytes);
        if (items * type.sizeBytes() != bytes) {
            ProgramChecks.noteUndefinedCount(bytes, type);
            return MPI.UNDEFINED;
        }
        return items;
    }

    /** As {@link #getCount}. MPI-4.1 section 3.2.5. */
    public int Get_count(Datatype datatype) throws MPIException {
        return getCount(datatype);
    }

    /** Basic elements received, also of an incomplete last item. MPI-4.1 section 5.1.11. */
    public int getElements(Datatype datatype) throws MPIException {
        long elements = elements(datatype);
        return elements > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) elements;
    }

    /** As {@link #getElements}. MPI-4.1 section 5.1.11. */
    public int Get_elements(Datatype datatype) throws MPIException {
        return getElements(datatype);
    }

    /** As {@link #getElements}, without the limit of an int. MPI-4.1 section 5.1.11. */
    public Count getElementsX(Datatype datatype) throws MPIException {
        return new Count(elements(datatype));
    }

    /** As {@link #getElements}, without the limit of an int. MPI-4.1 sections 5.1.11 and 19.2. */
    public long getElementsLong(Datatype datatype) throws MPIException {
        return elements(datatype);
    }

    private long elements(Datatype datatype) {
        musubi.type.MpiType type = MPI.typeOf("Status.getElements", datatype);
        if (objects != type.isObject() && bytes > 0) {
            return MPI.UNDEFINED;
        }
        if (bytes == 0 || type.sizeBytes() == 0) {
            return bytes == 0 ? 0 : MPI.UNDEFINED;
        }
        long whole = type.itemsIn(bytes);
        long rest = type.signature().elementsIn(bytes - whole * type.sizeBytes());
        return rest < 0 ? MPI.UNDEFINED : whole * type.signature().elements() + rest;
    }

    /** Sets the number of basic elements. MPI-4.1 section 13.3. */
    public void setElements(Datatype datatype, int count) throws MPIException {
        set(datatype, count);
    }

    /** As the form with an int. MPI-4.1 sections 13.3 and 19.2. */
    public void setElements(Datatype datatype, long count) throws MPIException {
        set(datatype, count);
    }

    /** Sets the number of basic elements. MPI-4.1 section 13.3. */
    public void setElementsX(Datatype datatype, Count count) throws MPIException {
        set(datatype, count.getCount());
    }

    private void set(Datatype datatype, long elements) {
        musubi.type.MpiType type = MPI.typeOf("Status.setElements", datatype);
        objects = type.isObject();
        Signature signature = type.signature();
        long whole = signature.elements() == 0 ? 0 : elements / signature.elements();
        long rest = elements - whole * signature.elements();
        bytes = whole * type.sizeBytes() + signature.bytesOf(rest);
        count = saturated(type.itemsIn(bytes));
    }

    /** Whether the operation was cancelled. MPI-4.1 section 3.8.4. */
    public boolean isCancelled() throws MPIException {
        return cancelled;
    }

    /** As {@link #isCancelled}. MPI-4.1 section 3.8.4. */
    public boolean Test_cancelled() throws MPIException {
        return cancelled;
    }

    /** Sets whether the operation was cancelled. MPI-4.1 section 13.3. */
    public void setCancelled(boolean flag) throws MPIException {
        cancelled = flag;
    }

    /** Sets the rank of the sender. MPI-4.1 section 13.3. */
    public void setSource(int source) {
        this.source = source;
    }

    /** Sets the tag. MPI-4.1 section 13.3. */
    public void setTag(int tag) {
        this.tag = tag;
    }

    /** Sets the error class. MPI-4.1 section 13.3. */
    public void setError(int errorClass) {
        error = (byte) errorClass;
    }

    /** Rank of the sender. MPI-4.1 section 3.2.5. */
    public int getSource() {
        return source;
    }

    /** Tag of the message. MPI-4.1 section 3.2.5. */
    public int getTag() {
        return tag;
    }

    /**
     * {@code MPI.SUCCESS}, or the error class of a failed operation in the statuses of an {@link
     * MPIException} of class {@code ERR_IN_STATUS}. MPI-4.1 section 3.7.5.
     */
    public int getError() {
        return error;
    }

    /** Index of the request in the array of a wait or test. MPI-4.1 section 3.7.5. */
    public int getIndex() {
        return index;
    }

    /** Does nothing; for programs of the capitalised dialect. MPI-4.1 section 3.2.5. */
    @Override
    public void free() {}
}
