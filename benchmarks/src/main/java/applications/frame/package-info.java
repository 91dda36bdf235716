/** What all applications of the suite share: communication, arguments, random numbers. */
package applications.frame;
