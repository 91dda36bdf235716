/**
 * TLS 1.3 between the processes of a job: key and certificate follow from the job's secret, and no
 * other certificate is taken.
 */
package musubi.tls;
