package musubi.verbs.wire;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.function.IntPredicate;

/**
 * A wire over two others: one to the adapters of this node, one to all others. Polls them in turns,
 * so that neither starves.
 */
public final class DualWire implements Wire {
    private final Wire local;
    private final Wire remote;
    private final IntPredicate isLocal;
    private boolean localFirst;

    /**
     * Joins two attachments of one adapter; {@code isLocal} selects the addresses of the first one.
     * Throws {@code ERR_ARG} if their addresses differ.
     */
    public DualWire(Wire local, Wire remote, IntPredicate isLocal) {
        if (local.lid() != remote.lid()) {
            throw new MpiFailure(ErrorClass.ARG, "wires of two adapters cannot be joined")
                    .with("local", local.lid())
                    .with("remote", remote.lid())
                    .advice("attach both with one address");
        }
        this.local = local;
        this.remote = remote;
        this.isLocal = isLocal;
    }

    @Override
    public int lid() {
        return local.lid();
    }

    @Override
    public boolean offer(Packet packet) {
        Wire wire = isLocal.test(packet.destinationLid()) ? local : remote;
        return wire.offer(packet);
    }

    @Override
    public boolean poll(Packet into) {
        localFirst = !localFirst;
        return localFirst
                ? local.poll(into) || remote.poll(into)
                : remote.poll(into) || local.poll(into);
    }

    @Override
    public void close() {
        local.close();
        remote.close();
    }
}
