package musubi.tcp;

/** With HMAC-SHA256. */
final class TcpHmacTransportContractTest extends TcpMacTransportContractTest {
    @Override
    String mac() {
        return "hmac-sha256";
    }
}
