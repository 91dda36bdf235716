package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/** {@code -Dmusubi.verbs.seed=} repeats a failure with the printed seed. */
class RandomisedModelTest {
    private static final int OPERATIONS = 1_000;
    private static final int MOST_STEPS = 2_000_000;
    private static final double FAULT_CHANCE = 0.05;

    static LongStream seeds() {
        Long chosen = Long.getLong("musubi.verbs.seed");
        return chosen != null
                ? LongStream.of(chosen)
                : LongStream.concat(LongStream.range(0, 20), LongStream.of(System.nanoTime()));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void shouldDoAsTheModelWhenWireIsReliable(long seed) {
        run(seed, 0);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void shouldDoAsTheModelWhenWireLosesRepeatsAndReorders(long seed) {
        run(seed, FAULT_CHANCE);
    }

    private static void run(long seed, double faultChance) {
        try {
            exchange(new Random(seed), faultChance);
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("seed=" + seed + " faultChance=" + faultChance, failure);
        }
    }

    private static void exchange(RandomGenerator random, double faultChance) {
        ConnectedPair net = ConnectedPair.connected();
        for (Side side : new Side[] {net.left, net.right}) {
            ConnectedPair.change(side.pair, QpAttribute.RETRY_COUNT, 7);
            ConnectedPair.change(side.pair, QpAttribute.RNR_RETRY, 7);
            if (faultChance > 0) {
                side.wire.disturb(random, faultChance);
            }
        }
        boolean reliable = faultChance == 0;
        ModelledTraffic there =
                new ModelledTraffic(net.left, net.right, random, reliable, OPERATIONS);
        ModelledTraffic back =
                new ModelledTraffic(net.right, net.left, random, reliable, OPERATIONS);
        int steps = 0;
        while (!(there.isDone() && back.isDone())) {
            assertTrue(++steps < MOST_STEPS, () -> "stuck: " + there.posted() + " posted");
            there.step();
            back.step();
            Side polled = random.nextBoolean() ? net.left : net.right;
            polled.adapter.poll(1 + random.nextInt(16));
            net.clock.advance(random.nextInt(20_000));
        }
        there.checkTarget();
        back.checkTarget();
        assertEquals(QpState.RTS, net.left.pair.state());
        assertEquals(QpState.RTS, net.right.pair.state());
    }
}
