/** Counters of a rank for programs and JMX, and observers of its events. */
package musubi.observe;
