package musubi.pvas;

/** Closes what nobody needs any more. */
final class CloseQuietly {
    private CloseQuietly() {}

    static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            // The rank has ended: there is nobody to tell.
            return;
        }
    }
}
