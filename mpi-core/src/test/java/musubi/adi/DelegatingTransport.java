package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;

/** Another transport, for subclasses that change some of what it does; without its board. */
abstract class DelegatingTransport extends Transport {
    protected final Transport inner;

    DelegatingTransport(Transport inner) {
        this.inner = inner;
    }

    @Override
    public TransportTraits traits() {
        return inner.traits();
    }

    @Override
    public String businessCard() {
        return inner.businessCard();
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return inner.distanceTo(peer);
    }

    @Override
    public void onJobComplete() {
        inner.onJobComplete();
    }

    @Override
    public int poll(int limit) {
        return inner.poll(limit);
    }

    @Override
    public void sleep(long timeoutNs) {
        inner.sleep(timeoutNs);
    }

    @Override
    public MemorySegment allocate(long bytes) {
        return inner.allocate(bytes);
    }

    @Override
    public void release(MemorySegment memory) {
        inner.release(memory);
    }

    @Override
    public MemorySegment share(int[] numbers) {
        return inner.share(numbers);
    }

    @Override
    public long remoteKey(Region region) {
        return inner.remoteKey(region);
    }

    @Override
    public int publish(PostedReceive receive) {
        return inner.publish(receive);
    }

    @Override
    public boolean withdraw(int place) {
        return inner.withdraw(place);
    }

    @Override
    public void free(int place) {
        inner.free(place);
    }

    @Override
    public void close() {
        inner.close();
    }
}
