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
 * the key, so all processes of the job have the same, and nothing but the secret has to be handed
 * to them. Both ends show the certificate, prove that they have the key, and take no other: so
 * whoever does not know the secret gets no connection, and whoever gets to know it later cannot
 * read what was said before, because the keys of a connection are made for it alone.
 *
 * <p>Thread rule: any thread.
 */
public final class JobTls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    /** The first that both ends have is taken, and all JDKs have the first. */
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
     * Key and certificate of a job.
     *
     * @param secret what all processes of the job know and nobody else; not changed, not kept
     * @throws MpiFailure when this JDK has no TLS 1.3 with Ed25519
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
            // No connection goes on with what another one has agreed on.
            context.getClientSessionContext().setSessionCacheSize(1);
            context.getServerSessionContext().setSessionCacheSize(1);
            byte[] token = derive(secret, jobId, "token", TOKEN_BYTES);
            return new JobTls(context, "musubi-" + HexFormat.of().formatHex(token));
        } catch (GeneralSecurityException e) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "TLS 1.3 with Ed25519 keys does not work on this JDK: version="
                            + Runtime.version()
                            + " cause="
                            + e.getMessage()
                            + "; use another one, or go without --tls",
                    e);
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
     * What a caller says in clear in its first record, as the name of an application protocol. It
     * proves nothing, for whoever listens can say it too; but without it one need not begin to
     * calculate.
     */
    public String token() {
        return token;
    }

    /** One end of a connection whose bytes the caller moves. */
    public SSLEngine engine(boolean calls) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(calls);
        engine.setSSLParameters(parameters(calls));
        return engine;
    }

    /**
     * One end of a connection over this socket, which is connected and blocks; returns when the
     * other end has shown the certificate. The socket stays the caller's to close, also when this
     * fails.
     *
     * @throws TlsFailure when it has not
     * @throws IOException when the socket fails
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
