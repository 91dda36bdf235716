package mpi;

import java.nio.Buffer;

/** Memory that other processes can read and write; not yet supported. MPI-4.1 chapter 12. */
public final class Win implements Freeable {
    /** No window. MPI-4.1 section 12.2. */
    public static final int WIN_NULL = 0;

    /** Memory of one process. MPI-4.1 section 12.2.1. */
    public static final int FLAVOR_PRIVATE = 0;

    /** Memory that several processes share. MPI-4.1 section 12.2.3. */
    public static final int FLAVOR_SHARED = 1;

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        throw MPI.unsupported("new Win");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor)
            throws MPIException {
        throw MPI.unsupported("new Win");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Win(Info info, Comm comm) throws MPIException {
        throw MPI.unsupported("new Win");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void attach(Buffer base, int size) throws MPIException {
        throw MPI.unsupported("Win.attach");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void detach(Buffer base) throws MPIException {
        throw MPI.unsupported("Win.detach");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Group getGroup() throws MPIException {
        throw MPI.unsupported("Win.getGroup");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void put(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        throw MPI.unsupported("Win.put");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void get(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        throw MPI.unsupported("Win.get");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void accumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw MPI.unsupported("Win.accumulate");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void fence(int assertion) throws MPIException {
        throw MPI.unsupported("Win.fence");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void start(Group group, int assertion) throws MPIException {
        throw MPI.unsupported("Win.start");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void complete() throws MPIException {
        throw MPI.unsupported("Win.complete");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void post(Group group, int assertion) throws MPIException {
        throw MPI.unsupported("Win.post");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void waitFor() throws MPIException {
        throw MPI.unsupported("Win.waitFor");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public boolean test() throws MPIException {
        throw MPI.unsupported("Win.test");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        throw MPI.unsupported("Win.lock");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void unlock(int rank) throws MPIException {
        throw MPI.unsupported("Win.unlock");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        throw MPI.unsupported("Win.setErrhandler");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Errhandler getErrhandler() throws MPIException {
        throw MPI.unsupported("Win.getErrhandler");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void callErrhandler(int errorCode) throws MPIException {
        throw MPI.unsupported("Win.callErrhandler");
    }

    /** A new key for attributes, whose values are kept as serialised copies. MPI-4.1 7.7.3. */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.WIN);
    }

    /**
     * A new key for attributes, whose values are kept as they are. MPI-4.1 section 7.7.3.
     *
     * @param copy never called, because windows are not duplicated
     * @param delete called when a value is deleted; may be null
     */
    public static int createKeyval(AttributeCopy<Win> copy, AttributeDelete<Win> delete)
            throws MPIException {
        return Keyval.create(
                Keyval.Kind.WIN,
                null,
                delete == null ? null : (win, key, value) -> delete.delete((Win) win, key, value));
    }

    /** Gives a key back; it still works for values that are set. MPI-4.1 section 7.7.3. */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.WIN, "Win.freeKeyval", keyval);
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void setAttr(int keyval, Object value) throws MPIException {
        throw MPI.unsupported("Win.setAttr");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Object getAttr(int keyval) throws MPIException {
        throw MPI.unsupported("Win.getAttr");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void deleteAttr(int keyval) throws MPIException {
        throw MPI.unsupported("Win.deleteAttr");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    @Override
    public void free() throws MPIException {
        throw MPI.unsupported("Win.free");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Info getInfo() throws MPIException {
        throw MPI.unsupported("Win.getInfo");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void setInfo(Info info) throws MPIException {
        throw MPI.unsupported("Win.setInfo");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public final Request rPut(
            Buffer origin_addr,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            int target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        throw MPI.unsupported("Win.rPut");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public final Request rGet(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        throw MPI.unsupported("Win.rGet");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Request rAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw MPI.unsupported("Win.rAccumulate");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void getAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw MPI.unsupported("Win.getAccumulate");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public Request rGetAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw MPI.unsupported("Win.rGetAccumulate");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void lockAll(int assertion) throws MPIException {
        throw MPI.unsupported("Win.lockAll");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void unlockAll() throws MPIException {
        throw MPI.unsupported("Win.unlockAll");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void sync() throws MPIException {
        throw MPI.unsupported("Win.sync");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void flush(int targetRank) throws MPIException {
        throw MPI.unsupported("Win.flush");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void flushAll() throws MPIException {
        throw MPI.unsupported("Win.flushAll");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void compareAndSwap(
            Buffer origin,
            Buffer compareAddr,
            Buffer resultAddr,
            Datatype targetType,
            int targetRank,
            int targetDisp)
            throws MPIException {
        throw MPI.unsupported("Win.compareAndSwap");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void fetchAndOp(
            Buffer origin,
            Buffer resultAddr,
            Datatype dataType,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        throw MPI.unsupported("Win.fetchAndOp");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void flushLocal(int targetRank) throws MPIException {
        throw MPI.unsupported("Win.flushLocal");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void flushLocalAll() throws MPIException {
        throw MPI.unsupported("Win.flushLocalAll");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public String getName() throws MPIException {
        throw MPI.unsupported("Win.getName");
    }

    /** Not yet supported. MPI-4.1 chapter 12. */
    public void setName(String name) throws MPIException {
        throw MPI.unsupported("Win.setName");
    }
}
