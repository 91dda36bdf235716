package musubi.verbs.transport.engine;

import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.state.QueuePairType;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.SendWorkRequest;

/**
 * A queue pair that sends slots in order. When a request fails, all slots that may not have arrived
 * return to the owner for retransmission; the receiver drops duplicates by their numbers.
 */
final class SendChannel {
    /** Receives the outcome of slots, while completions are polled. */
    interface Owner {
        /** The slot's bytes have arrived. */
        void onSent(SendChannel channel, SendSlot slot);

        /** These slots may not have arrived, in order; the channel is usable again. */
        void onReturned(SendChannel channel, SlotList slots, CompletionStatus cause);
    }

    private final QueuePair pair;
    private final SendSlotPool slots;
    private final Owner owner;
    private final SlotList posted = new SlotList();
    private final SendWorkRequest send;
    private final SendWorkRequest write;
    private CompletionStatus failure = CompletionStatus.SUCCESS;

    SendChannel(QueuePair pair, SendSlotPool slots, Owner owner) {
        this.pair = pair;
        this.slots = slots;
        this.owner = owner;
        ScatterGatherEntry nothing = new ScatterGatherEntry(0, 0, 0);
        send = SendWorkRequest.send(0, nothing);
        write = SendWorkRequest.rdmaWrite(0, 0, 0, nothing);
    }

    QueuePair pair() {
        return pair;
    }

    boolean isDynamic() {
        return pair.type() == QueuePairType.DYNAMIC_INITIATOR;
    }

    /** Whether slots to present peers are in flight. */
    boolean hasUndelivered() {
        return posted.hasUndelivered();
    }

    /** Posts and removes the first slot of a list; false when there is no room. */
    boolean postFirst(SlotList list) {
        SendSlot slot = list.first();
        if (failure != CompletionStatus.SUCCESS) {
            return false;
        }
        SendWorkRequest request = send;
        if (slot.ring != null) {
            request = write.remote(slot.remoteAddress, slot.remoteKey);
        }
        request.piece(slots.address(slot), slot.bytes, slots.localKey());
        if (!pair.postSend(request.id(slot.id).to(slot.target))) {
            return false;
        }
        slot.channel = this;
        list.remove();
        posted.add(slot);
        return true;
    }

    /** A request has completed; true when it is the first to fail. */
    boolean onCompletion(SendSlot slot, CompletionStatus status) {
        if (failure != CompletionStatus.SUCCESS) {
            return false;
        }
        if (status != CompletionStatus.SUCCESS) {
            failure = status;
            return true;
        }
        posted.remove();
        owner.onSent(this, slot);
        return false;
    }

    /** Removes all slots that may not have arrived; the queue pair is reset next. */
    SlotList takeAll() {
        SlotList all = new SlotList();
        all.addAll(posted);
        return all;
    }

    /** Restarts an initiator; a reliable connection ends, and its owner chooses another path. */
    void restart() {
        CompletionStatus cause = failure;
        failure = CompletionStatus.SUCCESS;
        SlotList returned = takeAll();
        pair.modify(QpState.RESET, new QpAttributes());
        if (isDynamic()) {
            QueuePairSetup.startInitiator(pair);
        }
        owner.onReturned(this, returned, cause);
    }
}
