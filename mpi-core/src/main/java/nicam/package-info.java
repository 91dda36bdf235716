/**
 * The primitives of NICAM (Tanaka et al., RWCP 1998): one-sided copies, notification and barriers
 * that a network interface executes while the processors compute. {@link nicam.Nicam} has all
 * thirteen; {@code Intracomm.nicam()} is {@code nicam_init}.
 */
package nicam;
