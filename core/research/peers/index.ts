export { curatedPeers, groupsBySymbol, PEER_GROUPS } from './peer-groups.ts';
export { createPeers, type Peers } from './peer-service.ts';
export { type PeerCandidate, screenPeers } from './screen-peers.ts';
