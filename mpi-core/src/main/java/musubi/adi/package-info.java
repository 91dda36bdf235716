/**
 * The Grid ADI: the interfaces between the core and transports.
 *
 * <pre>
 *   TransportProvider   opens a transport for a TransportContext; found with ServiceLoader
 *   Transport           one way to move bytes; TransportTraits has its limits
 *   Endpoint            the sending side towards one peer, a PeerInfo
 *   Inbound             upcalls with arrivals, implemented by the core
 *   Envelope            header of a message
 *   SendOutcome         accepted, back-pressured or peer lost
 *   PeerRoutes          routes through relays, implemented by the core
 *
 *   Capable             requests a capability
 *   RemoteMemory        of an endpoint: put, get and atomics
 *   RdmaMemory          of an endpoint: the same by an adapter, and RemoteAtomics
 *   PostedReceives      of an endpoint: publishes and claims a PostedReceive
 *   ZeroCopySend        of an endpoint: sends without a copy
 *   MemoryPool          of a transport: memory that peers access
 *   NodeMemory          of a transport: memory that all ranks of the node have mapped
 *   NodeFlags           the protocol on NodeMemory, the same for all transports
 *   SleepElsewhere      of a transport: wakes a rank that sleeps in another, with a WakePipe
 * </pre>
 *
 * <p>docs/add-a-transport.md walks through a complete transport.
 */
package musubi.adi;
