/** Node proxies, and jobs on several hosts. */
package musubi.launch.proxy;
