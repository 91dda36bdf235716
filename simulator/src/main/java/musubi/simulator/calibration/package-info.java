/**
 * Measures collective algorithms, forced one after the other, and makes of the times the table of
 * costs that choices go by, or a report of what choices lose.
 */
package musubi.simulator.calibration;
