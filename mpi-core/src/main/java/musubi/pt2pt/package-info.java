/** Point-to-point communication: matching, protocols, flow control. MPI-4.1 chapter 3. */
package musubi.pt2pt;
