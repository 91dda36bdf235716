package musubi.pvas;

/** Closes resources of a rank that has ended, ignoring failures. */
final class CloseQuietly {
    private CloseQuietly() {}

    static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            // The rank has ended and cannot handle it.
            return;
        }
    }
}
