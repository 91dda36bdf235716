package mpi;

import musubi.check.Leaks;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** Hints: values by key, in the order in which the keys were first set. MPI-4.1 chapter 10. */
public final class Info implements Freeable, Cloneable {
    static final int MAX_KEY = 36;
    static final int MAX_VALUE = 256;

    private Map<String, String> values = new LinkedHashMap<>();
    private final Leaks.Made made;

    /** No hints. MPI-4.1 chapter 10. */
    public Info() {
        this(Checking.made("info object"));
    }

    private Info(Leaks.Made made) {
        this.made = made;
    }

    /** Hints that belong to another object, which frees them. */
    static Info ofObject() {
        return new Info((Leaks.Made) null);
    }

    /** A copy of these, or no hints when these are null, that belongs to another object. */
    static Info copyForObject(Info given) {
        Info copy = ofObject();
        if (given != null && given.values != null) {
            copy.values.putAll(given.values);
        }
        return copy;
    }

    static Info nullInfo() {
        Info info = new Info();
        info.values = null;
        return info;
    }

    /**
     * Sets a value; fails with {@code ERR_INFO_KEY} or {@code ERR_INFO_VALUE} when one is null,
     * empty or too long. MPI-4.1 chapter 10.
     */
    public void set(String key, String value) throws MPIException {
        check(ErrorClass.INFO_KEY, "key", key, MAX_KEY);
        check(ErrorClass.INFO_VALUE, "value", value, MAX_VALUE);
        values("set").put(key, value);
    }

    private static void check(ErrorClass errorClass, String what, String text, int max) {
        if (text == null || text.isEmpty() || text.length() > max) {
            throw new MPIException(
                    new MpiFailure(
                            errorClass,
                            "the " + what + " is null, empty or longer than " + max + ": " + text));
        }
    }

    /** The value of the key, or null. MPI-4.1 chapter 10. */
    public String get(String key) throws MPIException {
        check(ErrorClass.INFO_KEY, "key", key, MAX_KEY);
        return values("get").get(key);
    }

    /** Removes a key; fails with {@code ERR_INFO_NOKEY} when it is not set. MPI-4.1 chapter 10. */
    public void delete(String key) throws MPIException {
        if (values("delete").remove(key) == null) {
            throw new MPIException(
                    new MpiFailure(ErrorClass.INFO_NOKEY, "no such key: key=" + key));
        }
    }

    /** How many keys are set. MPI-4.1 chapter 10. */
    public int size() throws MPIException {
        return values("size").size();
    }

    /** The i-th key, from 0; fails with {@code ERR_ARG}. MPI-4.1 chapter 10. */
    public String getKey(int i) throws MPIException {
        ArrayList<String> keys = new ArrayList<>(values("getKey").keySet());
        if (i < 0 || i >= keys.size()) {
            throw new MPIException(
                    new MpiFailure(
                            ErrorClass.ARG, "no such key: index=" + i + " size=" + keys.size()));
        }
        return keys.get(i);
    }

    /** As {@link #dup}. MPI-4.1 chapter 10. */
    @Override
    public Info clone() {
        return dup();
    }

    /** A copy. MPI-4.1 chapter 10. */
    public Info dup() throws MPIException {
        Info copy = new Info();
        copy.values.putAll(values("dup"));
        return copy;
    }

    /** Gives it back. MPI-4.1 chapter 10. */
    @Override
    public void free() throws MPIException {
        values("free");
        values = null;
        Checking.freed(made);
    }

    /** Whether it was freed or is {@code MPI.INFO_NULL}. MPI-4.1 chapter 10. */
    public boolean isNull() {
        return values == null;
    }

    private Map<String, String> values(String call) {
        if (values == null) {
            throw new MPIException(
                    new MpiFailure(
                            ErrorClass.INFO, "the info object is null or was freed: call=" + call));
        }
        return values;
    }
}
