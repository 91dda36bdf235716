package musubi.launch.process;

/**
 * The relay that a node proxy is to start.
 *
 * @param id number of the relay
 * @param site the name of its site
 * @param firstPort first port to listen at; 0 for any
 * @param lastPort last such port
 * @param secret the secret of the job, in base 64
 */
public record RelayStart(int id, String site, int firstPort, int lastPort, String secret) {}
