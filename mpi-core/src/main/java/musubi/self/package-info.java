/** The transport of a rank to itself. */
package musubi.self;
