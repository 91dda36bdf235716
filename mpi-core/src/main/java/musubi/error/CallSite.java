package musubi.error;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Where a program calls MPI. Immutable.
 *
 * @param call the MPI method, for example {@code Comm.recv}
 * @param place the line of the program, as in a stack trace
 */
public record CallSite(String call, String place) {
    private static final String FACADE = "mpi.";
    private static final String LIBRARY = "musubi.";

    /** Where the calling thread has entered the library; costs about a microsecond. */
    public static CallSite find() {
        return StackWalker.getInstance().walk(CallSite::find);
    }

    private static CallSite find(Stream<StackWalker.StackFrame> frames) {
        StackWalker.StackFrame last = null;
        Iterator<StackWalker.StackFrame> all = frames.iterator();
        while (all.hasNext()) {
            StackWalker.StackFrame frame = all.next();
            String name = frame.getClassName();
            if (isFacade(name)) {
                last = frame; // The name of its method would cost much in each frame.
            } else if (!name.startsWith(LIBRARY)) {
                return new CallSite(callOf(last), frame.toString());
            }
        }
        return new CallSite(callOf(last), "an unknown place");
    }

    private static String callOf(StackWalker.StackFrame facade) {
        return facade == null
                ? "an unknown call"
                : nameOf(facade.getClassName(), facade.getMethodName());
    }

    private static boolean isFacade(String name) {
        return name.startsWith(FACADE) && name.indexOf('.', FACADE.length()) < 0;
    }

    private static String nameOf(String facade, String method) {
        return facade.substring(FACADE.length()) + "." + method;
    }

    /** Where another thread has entered the library; null if it is not in a call now. */
    public static CallSite of(Thread thread) {
        String last = null;
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            if (isFacade(name)) {
                last = nameOf(name, frame.getMethodName());
            } else if (last != null && !name.startsWith(LIBRARY)) {
                String place = name + "." + frame.getMethodName();
                String line = "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
                return new CallSite(last, place + line);
            }
        }
        return null;
    }

    /** A thread and its MPI call, for example {@code "worker" in Comm.recv at A.run(A.java:5)}. */
    public static String describe(Thread thread) {
        CallSite site = of(thread);
        String name = '"' + thread.getName() + '"';
        return site == null ? name : name + " in " + site;
    }

    /** Both, for example {@code Comm.recv at Main.main(Main.java:12)}. */
    @Override
    public String toString() {
        return call + " at " + place;
    }
}
