/**
 * TLS 1.3 between the processes of a job, for transports and for links of mpiexec: {@link
 * musubi.tls.JobTls} derives key and certificate (JobCertificate) from the job's secret and accepts
 * no other certificate (PinnedCertificateTrust, SingleKeySource); {@link musubi.tls.TlsFailure}
 * names the causes of failures.
 */
package musubi.tls;
