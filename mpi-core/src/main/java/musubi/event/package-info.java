/** Events that the kernel reports; implementations count and record them. */
package musubi.event;
