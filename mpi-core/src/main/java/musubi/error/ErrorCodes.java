package musubi.error;

import java.util.HashMap;
import java.util.Map;

/**
 * The error classes and codes of a process: those of the library, which are classes and codes in
 * one, and those that a program adds. MPI-4.1 sections 9.4 and 9.5. Any thread.
 */
public final class ErrorCodes {
    private final Map<Integer, ErrorClass> predefined = new HashMap<>();
    private final Map<Integer, Integer> classes = new HashMap<>();
    private final Map<Integer, String> texts = new HashMap<>();
    private int lastUsed;

    /**
     * The classes of the library.
     *
     * @param lastPredefined no code of the library is larger
     */
    public ErrorCodes(int lastPredefined) {
        lastUsed = lastPredefined;
        for (ErrorClass errorClass : ErrorClass.values()) {
            predefined.put(errorClass.code(), errorClass);
        }
    }

    /** The largest code so far. */
    public synchronized int lastUsed() {
        return lastUsed;
    }

    /** A new class. */
    public synchronized int addClass() {
        lastUsed++;
        classes.put(lastUsed, lastUsed);
        return lastUsed;
    }

    /** A new code of a class. */
    public synchronized int addCode(int errorClass) {
        if (classOf(errorClass) != errorClass) {
            throw unknown("no such error class: class=" + errorClass);
        }
        lastUsed++;
        classes.put(lastUsed, errorClass);
        return lastUsed;
    }

    /** Gives an added class or code a text. */
    public synchronized void setText(int code, String text) {
        checkAdded(code);
        if (text == null) {
            throw unknown("the error string is null: code=" + code);
        }
        texts.put(code, text);
    }

    /** Takes an added class back. */
    public synchronized void removeClass(int errorClass) {
        checkAdded(errorClass);
        long users = classes.values().stream().filter(c -> c == errorClass).count();
        if (classes.get(errorClass) != errorClass || users > 1 || texts.containsKey(errorClass)) {
            throw unknown(
                    "it is no error class, or it has error codes or an error string: class="
                            + errorClass);
        }
        classes.remove(errorClass);
    }

    /** Takes an added code back. */
    public synchronized void removeCode(int code) {
        checkAdded(code);
        if (classes.get(code) == code || texts.containsKey(code)) {
            throw unknown("it is an error class, or it has an error string: code=" + code);
        }
        classes.remove(code);
    }

    /** Takes the text of an added class or code back. */
    public synchronized void removeText(int code) {
        checkAdded(code);
        if (texts.remove(code) == null) {
            throw unknown("it has no error string: code=" + code);
        }
    }

    /** The class of a code. */
    public synchronized int classOf(int code) {
        if (predefined.containsKey(code)) {
            return code;
        }
        checkAdded(code);
        return classes.get(code);
    }

    /** The text of a code or class; empty when an added one has none. */
    public synchronized String textOf(int code) {
        ErrorClass known = predefined.get(code);
        if (known != null) {
            return known.mpiName() + ": " + known.text();
        }
        checkAdded(code);
        return texts.getOrDefault(code, "");
    }

    private void checkAdded(int code) {
        if (!classes.containsKey(code)) {
            throw unknown(
                    predefined.containsKey(code)
                            ? "a predefined error class cannot be changed: code=" + code
                            : "no such error code: code=" + code);
        }
    }

    private static MpiFailure unknown(String text) {
        return new MpiFailure(ErrorClass.ARG, text);
    }
}
