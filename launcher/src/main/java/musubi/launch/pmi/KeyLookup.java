package musubi.launch.pmi;

import musubi.bootstrap.pmi.PmiBootstrap;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;

/**
 * A rank's get of a value that lives at its owner, on the way from the node of the rank to that of
 * the owner. The answer goes back to the session as a line of PMI.
 *
 * @param asker the node of the rank
 * @param session the rank's number there
 * @param space the name of the key-value space
 */
public record KeyLookup(int asker, int session, String space, String key) {
    /** Multiplies by 2^32 over the golden ratio, so that keys that differ in a digit spread. */
    private static final int SPREAD = 0x9e3779b9;

    /** The node that owns a key, the same wherever it is asked. */
    public static int owner(String key, int nodes) {
        int spread = key.hashCode() * SPREAD;
        return (int) ((spread & 0xffff_ffffL) * nodes >>> Integer.SIZE);
    }

    /** Whether this key has no owner, because mpiexec makes its value. */
    public static boolean isReserved(String key) {
        return key.startsWith(PmiProtocol.RESERVED_PREFIX) || key.equals(PmiBootstrap.SECRET_KEY);
    }

    /** The frame that asks the owner. */
    public Frame frame(int nodes) {
        PayloadWriter out = new PayloadWriter().number(asker).number(session);
        return Frame.of(Kind.KEY_LOOKUP, owner(key, nodes), out.text(space).text(key));
    }

    public static KeyLookup read(PayloadReader in) throws IOException {
        return new KeyLookup(in.number(), in.number(), in.word(), in.word());
    }
}
