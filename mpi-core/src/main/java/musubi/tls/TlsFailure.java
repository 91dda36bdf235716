package musubi.tls;

import java.io.IOException;
import java.security.cert.CertificateException;

import javax.net.ssl.SSLException;

/**
 * Two processes do not agree on TLS. The message has no values in it, so that it tells one cause
 * from another; the exception below has them.
 */
public final class TlsFailure extends IOException {
    /** What comes is no TLS. */
    public static final String NO_TLS =
            "the other side does not speak TLS, which both sides have to (mpiexec --tls, or the"
                    + " setting tcp.tls on all ranks)";

    /** TLS comes, and this side does not speak it. */
    public static final String WANTS_TLS =
            "the other side wants TLS, which both sides have to (mpiexec --tls, or the setting"
                    + " tcp.tls on all ranks)";

    /** The secret is another one, or the job. */
    public static final String OTHER_JOB =
            "the other side is of another job, or has another secret";

    /** Anything else. */
    public static final String BROKEN = "TLS came to nothing";

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param cause says more; null when there is nothing to be said
     */
    public TlsFailure(String message, Exception cause) {
        super(message, cause);
    }

    /** What the failure of TLS means. */
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

    /** What the exception below says; null when there is none. */
    public String reason() {
        return getCause() == null ? null : getCause().getMessage();
    }

    /** The message, and what the exception below says. */
    public String details() {
        return reason() == null ? getMessage() : getMessage() + ": " + reason();
    }
}
