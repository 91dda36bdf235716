package musubi.error;

/**
 * Where a program calls MPI. Immutable.
 *
 * @param call the MPI method, for example {@code Comm.recv}
 * @param place the line of the program, as in a stack trace
 */
public record CallSite(String call, String place) {
    private static final String FACADE = "mpi.";

    /** Where the calling thread has entered the library; costs some microseconds. */
    public static CallSite find() {
        return StackWalker.getInstance()
                .walk(
                        frames -> {
                            String[] last = {"an unknown call"};
                            return frames.dropWhile(frame -> isLibrary(frame, last))
                                    .findFirst()
                                    .map(frame -> new CallSite(last[0], frame.toString()))
                                    .orElse(new CallSite(last[0], "an unknown place"));
                        });
    }

    /** Where another thread has entered the library; null if it is not in a call now. */
    public static CallSite of(Thread thread) {
        String[] last = {null};
        for (StackTraceElement frame : thread.getStackTrace()) {
            boolean inLibrary = isLibrary(frame.getClassName(), frame.getMethodName(), last);
            if (!inLibrary && last[0] != null) {
                String place = frame.getClassName() + "." + frame.getMethodName();
                String line = "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
                return new CallSite(last[0], place + line);
            }
        }
        return null;
    }

    /** Notes the name of a frame of the façade on the way. */
    private static boolean isLibrary(StackWalker.StackFrame frame, String[] last) {
        return isLibrary(frame.getClassName(), frame.getMethodName(), last);
    }

    private static boolean isLibrary(String name, String method, String[] last) {
        boolean facade = name.startsWith(FACADE) && name.indexOf('.', FACADE.length()) < 0;
        if (facade) {
            last[0] = name.substring(FACADE.length()) + "." + method;
        }
        return facade || name.startsWith("musubi.");
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
