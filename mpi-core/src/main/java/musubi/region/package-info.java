/** Memory of payloads: regions, and the kernels that copy between them. */
package musubi.region;
