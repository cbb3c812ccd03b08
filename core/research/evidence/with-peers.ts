import { type EvidenceProvider, sealPacket } from '../port/index.ts';

/** A year of figures, and the one before it, are enough to compare a company by. */
const PEER_YEARS = 2;

/**
 * A provider of one company's documents, asked for the peers of the subject too: their ratios are worked out from packets
 * that the run holds, with nobody asked again (research/Peer resolution rules 7). A peer that fails leaves the rest as it is.
 */
export function withPeers(provider: EvidenceProvider): EvidenceProvider {
  return {
    ...provider,
    async acquire(request, documents) {
      const { peers = [], ...own } = request;
      const found = await provider.acquire(own, documents);
      for (const peer of peers) {
        if (!provider.covers(peer)) continue;
        request.signal?.throwIfAborted();
        const theirs = await provider.acquire({ ...own, subject: peer, years: PEER_YEARS }, documents);
        found.refused.push(...theirs.refused);
        found.failures.push(
          ...theirs.failures.map((one) => ({ ...one, message: `${peer.symbol}: ${one.message}` })),
        );
        // Whose they are is told by the symbol that the run knows, whatever the document calls the company.
        for (const packet of theirs.packets) {
          const entity = { ...packet.entity, symbol: peer.symbol };
          found.packets.push(sealPacket({ ...packet, entity }, packet));
        }
      }
      return found;
    },
  };
}
