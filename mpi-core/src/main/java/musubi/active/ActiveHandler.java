package musubi.active;

import musubi.region.Region;

/** What an active message does at its target. */
@FunctionalInterface
public interface ActiveHandler {
    /**
     * Runs on the thread that makes progress for the target. It is short, does not block, and sends
     * only by {@link ActivePeer#post}.
     *
     * @param from world rank of the sender
     * @param message its arguments; valid during the call only
     * @param data exactly the data of the message; valid during the call only
     */
    void run(int from, ActiveMessage message, Region data);
}
