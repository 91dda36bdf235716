/** Whole programs that are timed beside their twins in C (docs/applications.md). */
package applications;
