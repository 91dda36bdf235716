package musubi.pvas;

/** Closes what nobody needs any more. */
final class Quietly {
    private Quietly() {}

    static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            // The rank has ended: there is nobody to tell.
            return;
        }
    }
}
