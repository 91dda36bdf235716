package musubi.adi;

/**
 * A measurement of the path to a peer, by the messages of a while. Immutable.
 *
 * @param peer its rank in the job
 * @param roundTripNs least round trip lately, in ns
 * @param mayWait whether that may include waits in queues or for acknowledgements
 * @param bytesPerS mean rate to the peer in that while
 * @param peakBytesPerS highest rate lately, for a short time
 * @param isBusy whether the path was the limit, so that it carries no more than the mean rate
 */
public record PathSample(
        int peer,
        long roundTripNs,
        boolean mayWait,
        long bytesPerS,
        long peakBytesPerS,
        boolean isBusy) {
    /** The path of two samples that share it, of connections used at the same time. */
    public PathSample with(PathSample other) {
        boolean isFirst = roundTripNs <= other.roundTripNs;
        return new PathSample(
                peer,
                isFirst ? roundTripNs : other.roundTripNs,
                isFirst ? mayWait : other.mayWait,
                bytesPerS + other.bytesPerS,
                Math.max(peakBytesPerS, other.peakBytesPerS),
                isBusy || other.isBusy);
    }
}
