/** Charts of results over message size. */
package musubi.plot;
