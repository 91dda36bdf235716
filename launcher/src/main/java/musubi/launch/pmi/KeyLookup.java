package musubi.launch.pmi;

import musubi.bootstrap.pmi.PmiBootstrap;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;

/**
 * A get of a partitioned value, forwarded from the node of the rank to the owner of the key. The
 * reply is a line of PMI for the session.
 *
 * @param origin the node of the rank
 * @param session the number of the rank's session on that node
 * @param space the name of the key-value space
 */
public record KeyLookup(int origin, int session, String space, String key) {
    /** 2^32 divided by the golden ratio: spreads keys that differ in one digit. */
    private static final int SPREAD = 0x9e3779b9;

    /** The node that owns a key. */
    public static int owner(String key, int nodes) {
        int spread = key.hashCode() * SPREAD;
        return (int) ((spread & 0xffff_ffffL) * nodes >>> Integer.SIZE);
    }

    /** Whether mpiexec provides the value of this key, so that it has no owner. */
    public static boolean isReserved(String key) {
        return key.startsWith(PmiProtocol.RESERVED_PREFIX)
                || key.equals(PmiBootstrap.SECRET_KEY)
                || RelayKeys.contain(key);
    }

    /** The frame to the owner. */
    public Frame frame(int nodes) {
        PayloadWriter out = new PayloadWriter().number(origin).number(session);
        return Frame.of(Kind.KEY_LOOKUP, owner(key, nodes), out.text(space).text(key));
    }

    public static KeyLookup read(PayloadReader in) throws IOException {
        return new KeyLookup(in.number(), in.number(), in.word(), in.word());
    }
}
