package musubi.launch.proxy;

import musubi.launch.link.FrameStream;
import musubi.launch.link.LinkTimes;
import musubi.launch.link.ProxyLink;
import musubi.launch.link.Renewal;
import musubi.launch.link.Renewal.Connection;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The first connection of a node proxy to its parent: its standard streams, or, with the manual
 * launcher, a connection over TCP.
 */
final class FirstLink {
    private FirstLink() {}

    /**
     * The link over it; null if it has ended.
     *
     * @param kind as in the arguments of the node proxy
     */
    static ProxyLink open(String jobId, int node, String kind, boolean tls) {
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        if (kind.isEmpty() || kind.equals(NodeProxy.REMOTE)) {
            FrameStream stream = new FrameStream(in, new FileOutputStream(FileDescriptor.out));
            try {
                stream.greet();
            } catch (IOException e) {
                return null;
            }
            Renewal renewal = kind.isEmpty() ? Renewal.NONE : Renewal.AWAITED;
            return new ProxyLink(node, new Connection(stream, null), renewal, LinkTimes.DEFAULT);
        }
        ManualProxyConnection manual = new ManualProxyConnection(kind, jobId, node, tls, in);
        return new ProxyLink(node, manual.first(), manual, LinkTimes.DEFAULT);
    }
}
