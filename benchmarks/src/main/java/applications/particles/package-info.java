/** Systems of particles with forces between all or near pairs. */
package applications.particles;
