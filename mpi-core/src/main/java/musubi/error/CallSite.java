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

    /** Notes the name of a frame of the façade on the way. */
    private static boolean isLibrary(StackWalker.StackFrame frame, String[] last) {
        String name = frame.getClassName();
        boolean facade = name.startsWith(FACADE) && name.indexOf('.', FACADE.length()) < 0;
        if (facade) {
            last[0] = name.substring(FACADE.length()) + "." + frame.getMethodName();
        }
        return facade || name.startsWith("musubi.");
    }

    /** Both, for example {@code Comm.recv at Main.main(Main.java:12)}. */
    @Override
    public String toString() {
        return call + " at " + place;
    }
}
