export { curatedPeers, groupsBySymbol, PEER_GROUPS, type PeerMarket } from './peer-groups.ts';
export {
  type Classification,
  createPeers,
  LARGEST_UNIVERSE,
  type PeerParts,
  type Peers,
} from './peer-service.ts';
export { FEWEST_PEERS, type PeerCandidate, screenPeers } from './screen-peers.ts';
