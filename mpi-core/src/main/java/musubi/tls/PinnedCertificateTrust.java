package musubi.tls;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts a single certificate, that of the job. */
final class PinnedCertificateTrust extends X509ExtendedTrustManager {
    private final X509Certificate own;

    PinnedCertificateTrust(X509Certificate own) {
        this.own = own;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !MessageDigest.isEqual(chain[0].getEncoded(), own.getEncoded())) {
            throw new CertificateException("the certificate of another job");
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
