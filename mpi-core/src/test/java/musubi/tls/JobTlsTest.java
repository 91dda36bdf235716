package musubi.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

class JobTlsTest {
    private static final byte[] SECRET = "a secret".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OTHER = "another one".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER_BYTES = 64 << 10;

    /** One end, and the records in flight to it. */
    private record End(SSLEngine engine, ByteBuffer inbox) {
        static End of(SSLEngine engine) {
            return new End(engine, ByteBuffer.allocate(BUFFER_BYTES).limit(0));
        }

        /** Performs one step; false when it waits for the other end. */
        boolean step(End other) throws SSLException {
            runTasks(engine);
            if (engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
                other.inbox.compact();
                engine.wrap(ByteBuffer.allocate(0), other.inbox);
                other.inbox.flip();
                return true;
            }
            if (!inbox.hasRemaining()) {
                return false;
            }
            engine.unwrap(inbox, ByteBuffer.allocate(BUFFER_BYTES));
            return true;
        }
    }

    /** Exchanges data until neither engine has any to send. */
    private static void converse(SSLEngine one, SSLEngine other) throws SSLException {
        End[] ends = {End.of(one), End.of(other)};
        while (ends[0].step(ends[1]) | ends[1].step(ends[0])) {
            runTasks(one);
        }
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private static boolean isDone(SSLEngine engine) {
        return engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING
                && engine.getSession().isValid();
    }

    @Test
    void shouldConnectWhenBothProcessesBelongToTheJob() throws Exception {
        SSLEngine caller = JobTls.of(SECRET, "job").engine(true);
        SSLEngine called = JobTls.of(SECRET, "job").engine(false);
        caller.beginHandshake();
        converse(caller, called);
        for (SSLEngine each : new SSLEngine[] {caller, called}) {
            assertTrue(isDone(each));
            assertEquals("TLSv1.3", each.getSession().getProtocol());
            assertEquals("TLS_AES_128_GCM_SHA256", each.getSession().getCipherSuite());
            assertArrayEquals(
                    each.getSession().getLocalCertificates(),
                    each.getSession().getPeerCertificates());
        }
    }

    @Test
    void shouldSendOnlyTheTokenInClearWhenItConnects() throws Exception {
        JobTls tls = JobTls.of(SECRET, "job");
        SSLEngine caller = tls.engine(true);
        caller.beginHandshake();
        ByteBuffer record = ByteBuffer.allocate(BUFFER_BYTES);
        caller.wrap(ByteBuffer.allocate(0), record);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        said.write(record.array(), 0, record.position());
        String text = said.toString(StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(tls.token()));
        assertTrue(said.size() < 4096, "bytes=" + said.size());
        assertFalse(text.contains(new String(SECRET, StandardCharsets.US_ASCII)));
    }

    @Test
    void shouldRejectAPeerWhenItBelongsToAnotherJob() throws Exception {
        for (JobTls other : new JobTls[] {JobTls.of(OTHER, "job"), JobTls.of(SECRET, "else")}) {
            assertNotEquals(JobTls.of(SECRET, "job").token(), other.token());
            SSLEngine caller = other.engine(true);
            SSLEngine called = JobTls.of(SECRET, "job").engine(false);
            caller.beginHandshake();
            SSLException e = assertThrows(SSLException.class, () -> converse(caller, called));
            assertFalse(isDone(called), () -> "let in: " + e);
        }
    }

    /** The client accepts any certificate of the server, so the server must reject the client. */
    @Test
    void shouldRejectAClientWhenItLacksTheKey() throws Exception {
        KeyManager[] wrong = {new SingleKeySource(JobCertificate.of(new byte[32]))};
        for (KeyManager[] keys : new KeyManager[][] {wrong, null}) {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys, new TrustManager[] {new Gullible()}, null);
            SSLEngine caller = context.createSSLEngine();
            caller.setUseClientMode(true);
            SSLParameters parameters = caller.getSSLParameters();
            JobTls tls = JobTls.of(SECRET, "job");
            parameters.setApplicationProtocols(new String[] {tls.token()});
            caller.setSSLParameters(parameters);
            SSLEngine called = tls.engine(false);
            caller.beginHandshake();
            SSLException e = assertThrows(SSLException.class, () -> converse(caller, called));
            assertFalse(isDone(called), () -> "let in: " + e);
        }
    }

    @Test
    void shouldCreateTheSameCertificateWhenTheSecretIsEqual() throws Exception {
        byte[] seed = new byte[32];
        seed[3] = 7;
        JobCertificate first = JobCertificate.of(seed);
        X509Certificate certificate = first.certificate();
        assertEquals(first.certificate(), JobCertificate.of(seed).certificate());
        assertNotEquals(first.certificate(), JobCertificate.of(new byte[32]).certificate());
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertEquals("CN=Musubi job", certificate.getSubjectX500Principal().getName());
        assertEquals(certificate.getSubjectX500Principal(), certificate.getIssuerX500Principal());
        assertEquals(1, certificate.getVersion());
    }

    /** RFC 8032, section 7.1, test 1: the public key of a secret key. */
    @Test
    void shouldDeriveThePublicKeyOfTheStandardWhenTheSeedIsKnown() throws Exception {
        var hex = java.util.HexFormat.of();
        String secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        String expected = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        JobCertificate made = JobCertificate.of(hex.parseHex(secret));
        assertTrue(
                hex.formatHex(made.certificate().getPublicKey().getEncoded()).endsWith(expected));
    }

    private static final class Gullible extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
