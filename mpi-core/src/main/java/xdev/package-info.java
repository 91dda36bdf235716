/** The supertype of all exceptions of MPJ Express, for programs that catch it. */
package xdev;
