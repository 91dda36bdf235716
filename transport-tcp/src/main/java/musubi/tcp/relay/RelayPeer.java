package musubi.tcp.relay;

import java.net.InetSocketAddress;

/**
 * Another relay of the job.
 *
 * @param id its number
 * @param site the name of its site
 * @param address where it listens
 */
public record RelayPeer(int id, String site, InetSocketAddress address) {}
