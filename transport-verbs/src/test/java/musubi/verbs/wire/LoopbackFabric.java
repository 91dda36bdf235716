package musubi.verbs.wire;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network inside one address space: lossless, in order, bounded. Any thread may use it; each
 * attachment is polled by one.
 */
public final class LoopbackFabric {
    private final Map<Integer, Attachment> attachments = new ConcurrentHashMap<>();

    /**
     * Attaches an adapter; at most {@code capacityPackets} wait for it. Throws {@code ERR_ARG} if
     * the address is taken.
     */
    public Wire attach(int lid, int capacityPackets) {
        Attachment wire = new Attachment(this, lid, capacityPackets);
        if (attachments.putIfAbsent(lid, wire) != null) {
            throw new MpiFailure(ErrorClass.ARG, "loopback address is taken")
                    .with("lid", lid)
                    .advice("attach with a free one");
        }
        return wire;
    }

    /** Unplugs an adapter: what is sent to it is lost. */
    public void detach(int lid) {
        attachments.remove(lid);
    }

    private boolean deliver(Packet packet) {
        Attachment target = attachments.get(packet.destinationLid());
        return target == null || target.arrive(packet);
    }

    private static final class Attachment implements Wire {
        private final LoopbackFabric fabric;
        private final int lid;
        private final Packet[] ring;
        private long head;
        private long tail;

        Attachment(LoopbackFabric fabric, int lid, int capacityPackets) {
            this.fabric = fabric;
            this.lid = lid;
            ring = new Packet[capacityPackets];
            for (int i = 0; i < capacityPackets; i++) {
                ring[i] = new Packet();
            }
        }

        @Override
        public int lid() {
            return lid;
        }

        @Override
        public boolean offer(Packet packet) {
            return fabric.deliver(packet);
        }

        @Override
        public synchronized boolean poll(Packet into) {
            if (head == tail) {
                return false;
            }
            into.copyFrom(ring[(int) (head % ring.length)]);
            head++;
            return true;
        }

        @Override
        public void close() {
            fabric.detach(lid);
        }

        private synchronized boolean arrive(Packet packet) {
            if (tail - head == ring.length) {
                return false;
            }
            ring[(int) (tail % ring.length)].copyFrom(packet);
            tail++;
            return true;
        }
    }
}
