package musubi.type.object.serial;

/** The description of a class in a serial stream, for {@link HashScan}. One thread. */
final class StreamClass {
    String name = "";
    byte flags;
    int primitiveBytes;
    int objects;
    StreamClass parent;
    private Boolean hashesContent;

    /**
     * Whether the hash code is computed from the objects inside: for the library's collections and
     * for records, not for identities.
     */
    boolean hashesContent() {
        if (hashesContent == null) {
            hashesContent = looksInside();
        }
        return hashesContent;
    }

    private boolean looksInside() {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> type = Class.forName(name, false, loader);
            boolean isIdentity =
                    type.getMethod("hashCode").getDeclaringClass() == Object.class
                            && !name.equals("java.util.CollSer");
            return !isIdentity && (type.isRecord() || name.startsWith("java.util."));
        } catch (ReflectiveOperationException | LinkageError _) {
            return true;
        }
    }
}
