/**
 * The composition root: {@link musubi.Rank} opens a rank from its job and settings. It wires the
 * kernel (progress, contexts of peers, point-to-point communication, communicators) to the services
 * on it (records, observers, checks, replay, memory report) and to the transports. Only the façade
 * uses this package.
 */
package musubi;
