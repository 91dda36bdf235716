/** The buffer class of MPJ Express, which may hold packed data: {@code mpjbuf.Buffer}. */
package mpjbuf;
