/** Erroneous programs, and correct ones that resemble them. */
package misuse;
