package mpi;

import musubi.check.LeakTracker;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.buffer.ObjectCodec;

import java.util.HashMap;
import java.util.Map;

/**
 * A key of attributes. Without callbacks values are kept as serialised copies, and duplicates of
 * the object get copies; with callbacks values are kept by reference. A freed key remains valid for
 * values that are set. MPI-4.1 section 7.7.
 */
final class Keyval {
    private static final int FIRST = 100;
    private static final ObjectCodec CODEC = new ObjectCodec("*");
    private static final Map<Integer, Keyval> KNOWN = new HashMap<>();
    private static int next = FIRST;

    /** Kind of object with attributes. */
    enum Kind {
        COMM,
        DATATYPE,
        WIN
    }

    private final Kind kind;
    private final int number;
    private final boolean serialises;
    private final AttributeCopy<Object> copy;
    private final AttributeDelete<Object> delete;
    private final LeakTracker.TrackedObject tracked = ProgramChecks.created("attribute key");
    private int values;
    private boolean freed;

    private Keyval(
            Kind kind,
            int number,
            boolean serialises,
            AttributeCopy<Object> copy,
            AttributeDelete<Object> delete) {
        this.kind = kind;
        this.number = number;
        this.serialises = serialises;
        this.copy = copy;
        this.delete = delete;
    }

    /** A key of serialised copies. */
    static int create(Kind kind) {
        return create(kind, true, (_, _, value) -> value, null);
    }

    /** A key with callbacks, which may be null. */
    static int create(Kind kind, AttributeCopy<Object> copy, AttributeDelete<Object> delete) {
        return create(kind, false, copy, delete);
    }

    private static int create(
            Kind kind,
            boolean serialises,
            AttributeCopy<Object> copy,
            AttributeDelete<Object> delete) {
        MPI.checkRunning();
        synchronized (KNOWN) {
            KNOWN.put(next, new Keyval(kind, next, serialises, copy, delete));
            return next++;
        }
    }

    static void free(Kind kind, String call, int number) {
        Keyval key = find(kind, null, call, number);
        key.noteIfFreed("frees an attribute key again");
        synchronized (KNOWN) {
            key.freed = true;
            ProgramChecks.freed(key.tracked);
            key.forgetIfUnused();
        }
    }

    /** Notes a use that the standard forbids after the key is freed; only with checks. */
    void noteIfFreed(String what) {
        boolean wasFreed;
        synchronized (KNOWN) {
            wasFreed = freed;
        }
        if (wasFreed && MPI.rank.checks() != null) {
            MPI.rank.checks().callNotes().add(what, ": keyval=" + number);
        }
    }

    private void forgetIfUnused() {
        if (freed && values == 0) {
            KNOWN.remove(number);
        }
    }

    /**
     * The key with this number; a failure of class KEYVAL when there is none of the kind.
     *
     * @param owner the object with the attribute, or null
     */
    static Keyval find(Kind kind, Object owner, String call, int number) {
        MPI.checkRunning();
        Keyval key;
        synchronized (KNOWN) {
            key = KNOWN.get(number);
        }
        if (key == null || key.kind != kind) {
            throw failure(owner, unknown(number), call, number);
        }
        return key;
    }

    private static MpiFailure unknown(int number) {
        boolean isPredefined = number >= MPI.TAG_UB && number <= MPI.LASTUSEDCODE;
        return new MpiFailure(
                        ErrorClass.KEYVAL,
                        isPredefined
                                ? "a predefined attribute cannot be changed"
                                : "no such key of createKeyval for this kind of object")
                .with("keyval", number);
    }

    private static MPIException failure(Object owner, MpiFailure failure, String call, int number) {
        Comm comm = owner instanceof Comm it ? it : null;
        return MPI.failure(comm, failure, call, "keyval=" + number);
    }

    /** Counts an object with a value. */
    void attach() {
        synchronized (KNOWN) {
            values++;
        }
    }

    /** Uncounts an object with a value. */
    void detach() {
        synchronized (KNOWN) {
            values--;
            forgetIfUnused();
        }
    }

    /** The stored form of a value. */
    Object store(Object owner, String call, Object value) {
        if (!serialises) {
            return value;
        }
        try {
            return CODEC.encode(new Object[] {value}, 0, 1).toArray();
        } catch (MpiFailure e) {
            throw failure(owner, e, call, number);
        }
    }

    /** The value of a stored form. */
    Object load(Object owner, String call, Object kept) {
        if (!serialises || !(kept instanceof byte[] bytes)) {
            return kept;
        }
        Object[] value = new Object[1];
        try {
            CODEC.decode(bytes, bytes.length, value, 0, 1);
        } catch (MpiFailure e) {
            throw failure(owner, e, call, number);
        }
        return value[0];
    }

    /** The stored form for a duplicate; null for no value. */
    Object copied(Object original, Object kept) {
        return copy == null ? null : copy.copy(original, number, kept);
    }

    /** Calls the delete callback. */
    void deleting(Object owner, Object kept) {
        if (delete != null) {
            delete.delete(owner, number, kept);
        }
    }
}
