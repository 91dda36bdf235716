package musubi.verbs.wire;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A producer, and a consumer that then produces itself, on a ring of two slots in its second lap:
 * each packet arrives once and complete.
 */
@JCStressTest
@Outcome(id = "0, 11", expect = Expect.ACCEPTABLE, desc = "the consumer looked before the producer")
@Outcome(id = "1, 10", expect = Expect.ACCEPTABLE, desc = "producer -> consumer")
@Outcome(expect = Expect.FORBIDDEN, desc = "a packet was lost, came twice, or was not whole")
@State
public class PacketRingStress {
    private static final int SLOTS = 2;
    private static final Packet ONE = packet(1);
    private static final Packet TWO = packet(10);
    private static final ThreadLocal<Packet> INTO = ThreadLocal.withInitial(Packet::new);

    private final long[] words = new long[(int) PacketRing.bytes(SLOTS) / Long.BYTES];
    private final MemorySegment memory = MemorySegment.ofArray(words);
    private final PacketRing producer = new PacketRing(memory, SLOTS);
    private final PacketRing consumer = new PacketRing(memory, SLOTS);

    public PacketRingStress() {
        for (int i = 0; i < SLOTS; i++) {
            producer.offer(ONE);
        }
        drain();
    }

    @Actor
    public void producer() {
        producer.offer(ONE);
    }

    @Actor
    public void consumer(II_Result result) {
        result.r1 = drain();
        producer.offer(TWO);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = drain();
    }

    /** The sum of the packets in the ring. */
    private int drain() {
        Packet into = INTO.get();
        int sum = 0;
        while (consumer.poll(into)) {
            long data = into.payload().get(ValueLayout.JAVA_LONG, into.payloadOffset());
            sum += data == into.psn() ? into.psn() : 1000;
        }
        return sum;
    }

    private static Packet packet(int number) {
        Packet packet = new Packet().begin(PacketOpcode.SEND, number, 0).from(1, 2).to(2, 2);
        packet.payload().set(ValueLayout.JAVA_LONG, packet.payloadOffset(), number);
        packet.payloadBytes(Long.BYTES);
        return packet;
    }
}
