package musubi.tcp.session;

import musubi.tcp.socket.PathInfo;
import musubi.tcp.socket.TcpInfo.PathTimes;
import musubi.tcp.socket.TcpStream;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A stream whose path a test describes; it keeps what is chosen for it. */
final class MeasuredPath extends TcpStream {
    static final long RTT_US = 8000;

    long minRttUs = RTT_US;
    long bytesPerSecond;
    long segments;
    long retransmits;
    boolean unanswered;
    long answerMs;
    PathTimes times = PathTimes.NONE;
    boolean broken;

    final List<String> congestion = new ArrayList<>();
    boolean permitsCongestionControl = true;
    int paced;

    /** Data was sent since the last measurement. */
    MeasuredPath sent(int more, int lost) {
        segments += more;
        retransmits += lost;
        return this;
    }

    @Override
    public PathInfo pathInfo() {
        return broken
                ? null
                : new PathInfo(
                        minRttUs,
                        RTT_US,
                        bytesPerSecond,
                        segments,
                        retransmits,
                        unanswered,
                        answerMs,
                        times);
    }

    @Override
    public boolean useCongestionControl(String name) {
        congestion.add(name);
        return permitsCongestionControl;
    }

    @Override
    public void pacePackets() {
        paced++;
    }

    @Override
    protected boolean finishConnecting() {
        return true;
    }

    @Override
    protected int receive(MemorySegment memory, long offset, int bytes) {
        return 0;
    }

    @Override
    protected long send(MemorySegment memory, long offset, int bytes) {
        return 0;
    }

    @Override
    protected long send(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes) {
        return 0;
    }

    @Override
    protected void requestWritable() {}

    @Override
    protected void shutdownOutput() {}

    @Override
    public void close() {
        broken = true;
    }
}
