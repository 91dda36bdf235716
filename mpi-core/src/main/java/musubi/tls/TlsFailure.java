package musubi.tls;

import java.io.IOException;
import java.security.cert.CertificateException;

import javax.net.ssl.SSLException;

/**
 * A failed TLS handshake. The message names the cause without values, so that equal causes have
 * equal messages; the exception below has the details.
 */
public final class TlsFailure extends IOException {
    /** The peer does not use TLS. */
    public static final String NO_TLS =
            "the peer does not speak TLS, as both sides must (mpiexec --tls, or the setting tcp.tls"
                    + " on all ranks)";

    /** The peer uses TLS, and this side does not. */
    public static final String WANTS_TLS =
            "the peer speaks TLS, as both sides must (mpiexec --tls, or the setting tcp.tls on all"
                    + " ranks)";

    /** The peer belongs to another job, or has another secret. */
    public static final String OTHER_JOB = "the peer belongs to another job, or has another secret";

    /** Anything else. */
    public static final String BROKEN = "the TLS handshake failed";

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param cause the details, or null
     */
    public TlsFailure(String message, Exception cause) {
        super(message, cause);
    }

    /** Classifies a failure of TLS. */
    public static TlsFailure of(SSLException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return new TlsFailure(OTHER_JOB, failure);
            }
        }
        String text = String.valueOf(failure.getMessage());
        if (text.contains("Unsupported or unrecognized SSL message")
                || text.contains("plaintext connection")) {
            return new TlsFailure(NO_TLS, failure);
        }
        boolean other = text.contains("fatal alert") || text.contains("application layer protocol");
        return new TlsFailure(other ? OTHER_JOB : BROKEN, failure);
    }

    /** The message of the cause, or null. */
    public String reason() {
        return getCause() == null ? null : getCause().getMessage();
    }

    /** The message, followed by that of the cause. */
    public String details() {
        return reason() == null ? getMessage() : getMessage() + ": " + reason();
    }
}
