/** TCP transport on Netty's event loops, driven by the calling thread. */
module musubi.tcp {
    requires jdk.net;
    requires musubi.core;
    requires io.netty.common;
    requires io.netty.transport;
    requires io.netty.transport.unix.common;
    requires io.netty.transport.classes.epoll;
    requires org.agrona;

    provides musubi.adi.TransportProvider with
            musubi.tcp.TcpTransportProvider;
    provides musubi.config.SettingSource with
            musubi.tcp.config.TcpSettings;
}
