package musubi.tcp;

import musubi.adi.PeerInfo;

/** Two ranks that poll but never communicate over TCP. */
final class IdleProgram {
    private static final int POLLS = 1_000_000;

    private IdleProgram() {}

    public static void main(String[] arguments) {
        try (TcpJob job = TcpJob.of(2)) {
            var transport = job.transports.get(0);
            transport.distanceTo(new PeerInfo(1, job.transports.get(1).businessCard()));
            for (int i = 0; i < POLLS; i++) {
                transport.poll(64);
            }
        }
    }
}
