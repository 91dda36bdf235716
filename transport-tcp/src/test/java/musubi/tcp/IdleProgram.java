package musubi.tcp;

import musubi.adi.PeerInfo;

/** Ranks that never talk over TCP; prints what a poll costs, in picoseconds. */
final class IdleProgram {
    private static final int POLLS = 20_000_000;

    private IdleProgram() {}

    public static void main(String[] arguments) {
        try (TcpJob job = TcpJob.of(2)) {
            var transport = job.transports.get(0);
            transport.distanceTo(new PeerInfo(1, job.transports.get(1).businessCard()));
            long best = Long.MAX_VALUE;
            for (int round = 0; round < 5; round++) {
                long start = System.nanoTime();
                for (int i = 0; i < POLLS; i++) {
                    transport.poll(64);
                }
                best = Math.min(best, System.nanoTime() - start);
            }
            System.out.println("picoseconds " + best * 1000 / POLLS);
        }
    }
}
