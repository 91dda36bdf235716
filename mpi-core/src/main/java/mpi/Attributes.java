package mpi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.ObjectCodec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Values that a program attaches to an object, kept as serialised copies. MPI-4.1 section 7.7. */
final class Attributes {
    private static final int FIRST_KEY = 100;
    private static final ObjectCodec CODEC = new ObjectCodec("*");
    private static final Set<Integer> KEYS = new HashSet<>();
    private static int nextKey = FIRST_KEY;

    private final Map<Integer, byte[]> values = new HashMap<>();

    Attributes() {}

    static int createKey(String call) {
        MPI.checkRunning();
        synchronized (KEYS) {
            KEYS.add(nextKey);
            return nextKey++;
        }
    }

    static void freeKey(String call, int key) {
        check(call, key);
        synchronized (KEYS) {
            KEYS.remove(key);
        }
    }

    private static void check(String call, int key) {
        MPI.checkRunning();
        synchronized (KEYS) {
            if (!KEYS.contains(key)) {
                throw MPI.failure(
                        new MpiFailure(
                                ErrorClass.KEYVAL, "no such key of createKeyval: keyval=" + key),
                        call,
                        "keyval=" + key);
            }
        }
    }

    synchronized void set(String call, int key, Object value) {
        check(call, key);
        try {
            values.put(key, CODEC.encode(new Object[] {value}, 0, 1));
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, "keyval=" + key);
        }
    }

    synchronized Object get(String call, int key) {
        check(call, key);
        byte[] bytes = values.get(key);
        if (bytes == null) {
            return null;
        }
        Object[] value = new Object[1];
        try {
            CODEC.decode(bytes, bytes.length, value, 0, 1);
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, "keyval=" + key);
        }
        return value[0];
    }

    synchronized void delete(String call, int key) {
        check(call, key);
        values.remove(key);
    }

    synchronized void clear() {
        values.clear();
    }

    void copyFrom(Attributes other) {
        values.putAll(other.values);
    }
}
