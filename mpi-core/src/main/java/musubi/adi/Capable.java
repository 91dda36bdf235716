package musubi.adi;

/**
 * A transport or an endpoint: the obligatory methods, and the capabilities that it has beyond them.
 */
public interface Capable {
    /**
     * Returns a capability. The result never changes, so callers ask once, when they open or
     * connect, and keep it.
     *
     * @param kind of a transport {@link MemoryPool}, {@link NodeMemory}, {@link SleepElsewhere} or
     *     its {@code WakePipe}; of an endpoint {@link RemoteMemory}, {@link RdmaMemory}, {@link
     *     PostedReceives} or {@link ZeroCopySend}
     * @return null when this transport or endpoint lacks the capability
     */
    default <C> C capability(Class<C> kind) {
        return kind.isInstance(this) ? kind.cast(this) : null;
    }
}
