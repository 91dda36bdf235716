package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network inside one address space: lossless, in order, bounded. Any thread may use it; each
 * attachment is polled by one.
 */
final class LoopbackFabric {
    private final Map<Integer, Attachment> attachments = new ConcurrentHashMap<>();

    /**
     * Attaches an adapter; at most {@code capacityPackets} wait for it. Throws {@code ERR_ARG} if
     * the address is taken.
     */
    Wire attach(int lid, int capacityPackets) {
        Attachment wire = new Attachment(this, lid, new ArrayBlockingQueue<>(capacityPackets));
        if (attachments.putIfAbsent(lid, wire) != null) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "loopback address is taken: lid=" + lid + "; attach with a free one");
        }
        return wire;
    }

    /** Unplugs an adapter: what is sent to it is lost. */
    void detach(int lid) {
        attachments.remove(lid);
    }

    private boolean deliver(Packet packet) {
        Attachment target = attachments.get(packet.route().destinationLid());
        return target == null || target.arrived().offer(packet);
    }

    private record Attachment(LoopbackFabric fabric, int lid, BlockingQueue<Packet> arrived)
            implements Wire {
        @Override
        public boolean offer(Packet packet) {
            return fabric.deliver(packet);
        }

        @Override
        public Packet poll() {
            return arrived.poll();
        }
    }
}
