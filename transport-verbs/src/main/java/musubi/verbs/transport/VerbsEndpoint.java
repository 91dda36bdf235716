package musubi.verbs.transport;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.RdmaMemory;
import musubi.adi.RemoteAtomic;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.verbs.transport.engine.VerbsEngine;
import musubi.verbs.transport.engine.VerbsPeer;

import java.util.concurrent.locks.Lock;

/** Sends to one peer. Closing it frees nothing, as a peer costs an object or two. */
final class VerbsEndpoint extends Endpoint implements RdmaMemory {
    private final Lock lock;
    private final VerbsEngine engine;
    private final VerbsPeer peer;

    /**
     * An endpoint.
     *
     * @param lock that of the transport, held while the engine is used
     */
    VerbsEndpoint(Lock lock, VerbsEngine engine, VerbsPeer peer) {
        this.lock = lock;
        this.engine = engine;
        this.peer = peer;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        lock.lock();
        try {
            return engine.trySend(peer, envelope, payload, from, bytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long remoteKey(Region region) {
        lock.lock();
        try {
            return engine.transfers().register(region);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void forget(long remoteKey) {
        lock.lock();
        try {
            engine.transfers().deregister(remoteKey);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        lock.lock();
        try {
            SendOutcome outcome = engine.transfers().get(peer, remoteKey, offset, into, to, bytes);
            engine.push();
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        lock.lock();
        try {
            SendOutcome outcome =
                    engine.transfers().put(peer, remoteKey, offset, source, from, bytes);
            engine.push();
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SendOutcome tryAtomic(RemoteAtomic operation) {
        lock.lock();
        try {
            SendOutcome outcome = engine.atomics().attempt(peer, operation);
            engine.push();
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isDrained() {
        return peer.isDrained();
    }

    @Override
    public void close() {}
}
