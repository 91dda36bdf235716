/** The core of Musubi: one rank and everything that belongs to it. */
package musubi;
