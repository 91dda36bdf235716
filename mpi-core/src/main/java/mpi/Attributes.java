package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The attributes of an object, in the order in which they were set. Callbacks run outside the
 * monitor and the rank's gate, so they may call MPI. MPI-4.1 section 7.7.
 */
final class Attributes {
    private final Keyval.Kind kind;
    private final Map<Keyval, Object> values = new LinkedHashMap<>();

    Attributes(Keyval.Kind kind) {
        this.kind = kind;
    }

    void set(Object owner, String call, int number, Object value) {
        Keyval key = Keyval.find(kind, owner, call, number);
        key.noteIfFreed("sets an attribute with a key that was freed");
        Object kept = key.store(owner, call, value);
        remove(owner, key);
        put(key, kept);
    }

    private void put(Keyval key, Object kept) {
        boolean isNew;
        synchronized (values) {
            isNew = !values.containsKey(key);
            values.put(key, kept);
        }
        if (isNew) {
            key.attach();
        }
    }

    private void remove(Object owner, Keyval key) {
        boolean has;
        Object kept;
        synchronized (values) {
            has = values.containsKey(key);
            kept = values.get(key);
        }
        if (has) {
            key.deleting(owner, kept);
            forget(key);
        }
    }

    private void forget(Keyval key) {
        boolean had;
        synchronized (values) {
            had = values.containsKey(key);
            values.remove(key);
        }
        if (had) {
            key.detach();
        }
    }

    Object get(Object owner, String call, int number) {
        Keyval key = Keyval.find(kind, owner, call, number);
        Object kept;
        synchronized (values) {
            kept = values.get(key);
        }
        return key.load(owner, call, kept);
    }

    void delete(Object owner, String call, int number) {
        remove(owner, Keyval.find(kind, owner, call, number));
    }

    /** Deletes all in reverse order; an exception of a callback ends it. */
    void deleteAll(Object owner) {
        for (Keyval key : keys().reversed()) {
            remove(owner, key);
        }
    }

    /** Removes all without callbacks. */
    void clear() {
        keys().forEach(this::forget);
    }

    private List<Keyval> keys() {
        synchronized (values) {
            return new ArrayList<>(values.keySet());
        }
    }

    /** Copies the attributes of the original by the copy callbacks. */
    void copyFrom(Attributes other, Object original) {
        for (Keyval key : other.keys()) {
            Object kept;
            synchronized (other.values) {
                kept = other.values.get(key);
            }
            Object copy = key.copied(original, kept);
            if (copy != null) {
                put(key, copy);
            }
        }
    }
}
