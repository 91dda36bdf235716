package musubi.adi.sample;

import java.util.ArrayDeque;
import java.util.Deque;

/** The messages to one rank; bounded, for back-pressure. Any thread. */
final class MessageQueue {
    private static final int CAPACITY = 512;

    private final Deque<Message> messages = new ArrayDeque<>();

    /** A message in flight. */
    record Message(int from, byte[] envelope, byte[] payload) {}

    synchronized boolean offer(Message message) {
        if (messages.size() == CAPACITY) {
            return false;
        }
        messages.add(message);
        notifyAll();
        return true;
    }

    synchronized Message take() {
        return messages.poll();
    }

    synchronized void await(long timeoutNs) {
        if (messages.isEmpty()) {
            try {
                wait(timeoutNs / 1_000_000, (int) (timeoutNs % 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
