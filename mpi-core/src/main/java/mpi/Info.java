package mpi;

import musubi.Rank;
import musubi.check.LeakTracker;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Hints: values by key, in the order in which the keys were first set. May be used at any time,
 * also before Init, and by several threads. MPI-4.1 chapter 10.
 */
public final class Info implements Freeable, Cloneable {
    static final int MAX_KEY = 36;
    static final int MAX_VALUE = 256;

    private final boolean predefined;
    private Map<String, String> values = new LinkedHashMap<>();
    private final LeakTracker.TrackedObject made;

    /** No hints. MPI-4.1 section 10.2. */
    public Info() {
        this(false, ProgramChecks.created("info object"));
    }

    private Info(boolean predefined, LeakTracker.TrackedObject made) {
        this.predefined = predefined;
        this.made = made;
    }

    /** Hints owned by another object. */
    static Info ofObject() {
        return new Info(false, null);
    }

    /** A copy, empty for null, owned by another object. */
    static Info copyForObject(Info given) {
        Info copy = ofObject();
        if (given != null && !given.isNull()) {
            copy.setAll(given);
        }
        return copy;
    }

    static Info nullInfo() {
        Info info = new Info(true, null);
        info.values = null;
        return info;
    }

    /** The info of {@link #describe}. */
    static Info environment() {
        return new Info(true, null);
    }

    /** Sets the start of the program; empty when the rank is null. */
    synchronized void describe(Rank rank, int threadLevel) {
        values.clear();
        if (rank == null) {
            return;
        }
        String[] levels = {"SINGLE", "FUNNELED", "SERIALIZED", "MULTIPLE"};
        Map<String, String> launch = rank.bootstrap().launch();
        String size = Integer.toString(rank.bootstrap().worldSize());
        String java = MPI.property("sun.java.command", "java");
        putCut("command", launch.getOrDefault("OMPI_COMMAND", java));
        putCut("argv", launch.get("OMPI_ARGV"));
        putCut("maxprocs", size);
        putCut("soft", size);
        putCut("host", HostName.get());
        putCut("arch", MPI.property("os.arch", null));
        putCut("wdir", MPI.property("user.dir", null));
        putCut("thread_level", "MPI_THREAD_" + levels[threadLevel]);
        putCut("ompi_num_apps", launch.get("OMPI_NUM_APP_CTX"));
        putCut("ompi_first_rank", launch.get("OMPI_FIRST_RANKS"));
        putCut("ompi_np", launch.getOrDefault("OMPI_APP_CTX_NUM_PROCS", size));
        putCut("ompi_positioned_file_dir", launch.get("OMPI_FILE_LOCATION"));
    }

    private void putCut(String key, String value) {
        if (value != null) {
            values.put(key, value.substring(0, Math.min(value.length(), MAX_VALUE - 1)));
        }
    }

    /**
     * Checks the hints of a call.
     *
     * @throws MpiFailure of class INFO when there are none
     */
    static void checkGiven(Info info) {
        if (info == null || info.isNull()) {
            throw new MpiFailure(ErrorClass.INFO, "the info object is null or was freed");
        }
    }

    /** A copy of its values by key. */
    synchronized Map<String, String> copied() {
        return values == null ? Map.of() : new LinkedHashMap<>(values);
    }

    /** Adds values without checks. */
    synchronized void addTo(Consumer<Map<String, String>> source) {
        source.accept(values);
    }

    void setAll(Info other) {
        Map<String, String> given = other.dup().values;
        synchronized (this) {
            values.putAll(given);
        }
    }

    /**
     * Sets a value; fails with {@code ERR_INFO_KEY} or {@code ERR_INFO_VALUE} when one is null,
     * empty or not shorter than {@code MPI.MAX_INFO_KEY} or {@code MPI.MAX_INFO_VAL}. MPI-4.1
     * section 10.2.
     */
    public synchronized void set(String key, String value) throws MPIException {
        String call = "Info.set";
        Map<String, String> present = values(call);
        check(call, ErrorClass.INFO_KEY, "key", key, MAX_KEY);
        check(call, ErrorClass.INFO_VALUE, "value", value, MAX_VALUE);
        checkChangeable(call);
        present.put(key, value);
    }

    private void checkChangeable(String call) {
        if (predefined) {
            throw failure(call, ErrorClass.INFO, "MPI.INFO_ENV cannot be changed", "");
        }
    }

    private static void check(
            String call, ErrorClass errorClass, String what, String text, int max) {
        if (text == null || text.isEmpty() || text.length() >= max) {
            throw failure(
                    call,
                    errorClass,
                    "the " + what + " is null, empty or longer than " + (max - 1),
                    what + "=" + text);
        }
    }

    private static MPIException failure(
            String call, ErrorClass errorClass, String text, String arguments) {
        return MPI.failure(new MpiFailure(errorClass, text), call, arguments);
    }

    /** The value of the key, or null. MPI-4.1 section 10.2. */
    public synchronized String get(String key) throws MPIException {
        Map<String, String> present = values("Info.get");
        check("Info.get", ErrorClass.INFO_KEY, "key", key, MAX_KEY);
        return present.get(key);
    }

    /**
     * Removes a key; fails with {@code ERR_INFO_NOKEY} when it is not set. MPI-4.1 section 10.2.
     */
    public synchronized void delete(String key) throws MPIException {
        String call = "Info.delete";
        Map<String, String> present = values(call);
        check(call, ErrorClass.INFO_KEY, "key", key, MAX_KEY);
        checkChangeable(call);
        if (present.remove(key) == null) {
            throw failure(call, ErrorClass.INFO_NOKEY, "no such key", "key=" + key);
        }
    }

    /** Number of keys. MPI-4.1 section 10.2. */
    public synchronized int size() throws MPIException {
        return values("Info.size").size();
    }

    /** The i-th key, from 0; fails with {@code ERR_ARG}. MPI-4.1 section 10.2. */
    public synchronized String getKey(int i) throws MPIException {
        ArrayList<String> keys = new ArrayList<>(values("Info.getKey").keySet());
        if (i < 0 || i >= keys.size()) {
            String text = "no such key: index=" + i + " size=" + keys.size();
            throw failure("Info.getKey", ErrorClass.ARG, text, "i=" + i);
        }
        return keys.get(i);
    }

    /** As {@link #dup}. MPI-4.1 section 10.2. */
    @Override
    public Info clone() {
        return dup();
    }

    /** A copy, with the keys in the same order. MPI-4.1 section 10.2. */
    public synchronized Info dup() throws MPIException {
        Info copy = new Info();
        copy.values.putAll(values("Info.dup"));
        return copy;
    }

    /**
     * Frees the info; fails with {@code ERR_INFO} for {@code MPI.INFO_ENV}. MPI-4.1 section 10.2.
     */
    @Override
    public synchronized void free() throws MPIException {
        values("Info.free");
        checkChangeable("Info.free");
        values = null;
        ProgramChecks.freed(made);
    }

    /** Whether it was freed or is {@code MPI.INFO_NULL}. MPI-4.1 section 10.2. */
    public synchronized boolean isNull() {
        return values == null;
    }

    private Map<String, String> values(String call) {
        if (values == null) {
            throw failure(call, ErrorClass.INFO, "the info object is null or was freed", "");
        }
        return values;
    }
}
