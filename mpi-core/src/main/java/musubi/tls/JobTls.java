package musubi.tls;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * TLS 1.3 for one job. The private key is derived from the job's secret, and the certificate from
 * the key, so all processes of the job share them without further distribution. Both ends present
 * the certificate, prove possession of the key, and accept no other certificate. A process without
 * the secret cannot connect, and a secret disclosed later does not decrypt recorded connections,
 * whose keys are ephemeral.
 *
 * <p>Thread rule: any thread.
 */
public final class JobTls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    /** In order of preference; all JDKs have the first. */
    private static final String[] SUITES = {
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
    };

    private static final int KEY_BYTES = 32;
    private static final int TOKEN_BYTES = 16;

    private final SSLContext context;
    private final String token;

    private JobTls(SSLContext context, String token) {
        this.context = context;
        this.token = token;
    }

    /**
     * The TLS context of a job.
     *
     * @param secret the secret of the job; neither modified nor kept
     * @throws MpiFailure if this JDK lacks TLS 1.3 with Ed25519
     */
    public static JobTls of(byte[] secret, String jobId) {
        try {
            byte[] seed = derive(secret, jobId, "key", KEY_BYTES);
            JobCertificate own = JobCertificate.of(seed);
            SSLContext context = SSLContext.getInstance(PROTOCOLS[0]);
            context.init(
                    new KeyManager[] {new SingleKeySource(own)},
                    new TrustManager[] {new PinnedCertificateTrust(own.certificate())},
                    null);
            // No session resumption.
            context.getClientSessionContext().setSessionCacheSize(1);
            context.getServerSessionContext().setSessionCacheSize(1);
            byte[] token = derive(secret, jobId, "token", TOKEN_BYTES);
            return new JobTls(context, "musubi-" + HexFormat.of().formatHex(token));
        } catch (GeneralSecurityException e) {
            throw new MpiFailure(ErrorClass.OTHER, "this JDK lacks TLS 1.3 with Ed25519 keys", e)
                    .with("version", Runtime.version())
                    .with("cause", e.getMessage())
                    .advice("use another JDK, or omit --tls");
        }
    }

    private static byte[] derive(byte[] secret, String jobId, String purpose, int bytes)
            throws GeneralSecurityException {
        String info = "musubi tls 1 " + purpose + " " + jobId;
        return KDF.getInstance("HKDF-SHA256")
                .deriveData(
                        HKDFParameterSpec.ofExtract()
                                .addIKM(secret)
                                .thenExpand(info.getBytes(StandardCharsets.UTF_8), bytes));
    }

    /**
     * The token that a client sends in clear in its first record, as the name of an application
     * protocol. It proves nothing, since it can be replayed, but connections without it are
     * rejected before any public-key operation.
     */
    public String token() {
        return token;
    }

    /** An engine for one end of a connection; {@code calls} is true for the client. */
    public SSLEngine engine(boolean calls) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(calls);
        engine.setSSLParameters(parameters(calls));
        return engine;
    }

    /**
     * One end of a connection over a connected, blocking socket. Returns after the handshake with a
     * peer that has the certificate. The caller closes the socket, also after a failure.
     *
     * @throws TlsFailure if the handshake fails
     * @throws IOException if the socket fails
     */
    public SSLSocket over(Socket socket, boolean calls) throws IOException {
        SSLSocket secured =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(
                                        socket,
                                        socket.getInetAddress().getHostAddress(),
                                        socket.getPort(),
                                        false);
        secured.setUseClientMode(calls);
        secured.setSSLParameters(parameters(calls));
        try {
            secured.startHandshake();
            return secured;
        } catch (SSLException e) {
            throw TlsFailure.of(e);
        }
    }

    private SSLParameters parameters(boolean calls) {
        SSLParameters parameters = new SSLParameters(SUITES.clone(), PROTOCOLS.clone());
        parameters.setApplicationProtocols(new String[] {token});
        if (!calls) {
            parameters.setNeedClientAuth(true);
        }
        return parameters;
    }
}
