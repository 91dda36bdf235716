package musubi.tcp.relay;

import java.net.InetAddress;

/**
 * What a relay is started with.
 *
 * @param id number of the relay in its job, from 0
 * @param key what it shares with the ranks
 * @param host address to listen at
 * @param firstPort first port to try; 0 for any that is free
 * @param lastPort last port to try
 * @param bufferBytes limit for the buffers of all circuits
 */
public record RelayOptions(
        int id, RelayKey key, InetAddress host, int firstPort, int lastPort, long bufferBytes) {
    /** Usual limit for the buffers of all circuits. */
    public static final long BUFFER_BYTES = 64L << 20;

    /** The options of a relay at any free port, with the usual limits. */
    public static RelayOptions at(int id, RelayKey key, InetAddress host) {
        return new RelayOptions(id, key, host, 0, 0, BUFFER_BYTES);
    }
}
