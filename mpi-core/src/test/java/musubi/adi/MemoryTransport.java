package musubi.adi;

/** A decorator that adds remote memory to a transport. */
final class MemoryTransport extends DelegatingTransport {
    private final SharedSegments segments;

    MemoryTransport(Transport inner, SharedSegments segments) {
        super(inner);
        this.segments = segments;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new DelegatingEndpoint(inner.connect(peer)) {
            @Override
            public <C> C capability(Class<C> kind) {
                return kind == RemoteMemory.class ? kind.cast(segments) : super.capability(kind);
            }
        };
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return kind == MemoryPool.class ? kind.cast(segments) : super.capability(kind);
    }
}
