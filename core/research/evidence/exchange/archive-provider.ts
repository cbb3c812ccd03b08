import type { Calendar } from '../../../market/calendar/index.ts';
import { istInstant } from '../../../platform/index.ts';
import {
  type Acquired,
  type Documents,
  type EvidenceProvider,
  type EvidenceRequest,
  mayBeIndian,
  sourceFailure,
} from '../../port/index.ts';
import { type ShareChange, shareChanges } from './action-observations.ts';
import { actionListOf, nseActionsRequest } from './actions-provider.ts';
import { NAME } from './day-figure.ts';
import { indexPacket } from './index-packet.ts';
import { eachOnce, isOfSubject, readNseActions } from './listed-actions.ts';
import { pricePackets } from './price-packets.ts';
import { readCloses, sessionsOf } from './read-closes.ts';
import { yearBefore } from './technicals.ts';

/**
 * Closes of the exchange's own daily files (OFFICIAL): the last year of the subject, what follows from it, two indexes, and
 * the same of its peers, each in packets of its own, out of the same files.
 */
export function createNseArchiveEvidence({ calendar }: { calendar: Calendar }): EvidenceProvider {
  return {
    name: NAME,
    covers: mayBeIndian,
    async acquire(request, documents) {
      const found: Acquired = { packets: [], refused: [], failures: [] };
      const days = sessionsOf(calendar, request.as_of);
      const closes = await readCloses(days, request, documents, found);
      const end = closes.of.get(request.subject)?.at(-1)?.day;
      if (end === undefined) {
        if (found.failures.length === 0 && closes.documents.length === 0)
          found.failures.push({
            provider: NAME,
            kind: 'NOT_KEPT',
            message: 'Munim has no price file of the exchange.',
          });
        return found;
      }
      const changes = await changesOf(request, documents);
      found.packets.push(...pricePackets(request.subject, closes, changes));
      // Nobody is asked for the peers: they stand in the same files.
      for (const peer of request.peers ?? []) found.packets.push(...pricePackets(peer, closes, null));
      try {
        const before = calendar.sessionOnOrBefore('NSE', yearBefore(end));
        const indexes = await indexPacket({ end, before }, request, documents);
        if (indexes !== null) found.packets.push(indexes);
      } catch (error) {
        found.failures.push(sourceFailure(NAME, error));
      }
      return found;
    },
  };
}

/** The splits and bonuses that were announced by then; null where nobody could say. */
async function changesOf(
  { subject, as_of, signal }: EvidenceRequest,
  documents: Documents,
): Promise<ShareChange[] | null> {
  try {
    const document = await documents.get(nseActionsRequest(subject.symbol), signal);
    const { rows } = actionListOf(document, readNseActions);
    return shareChanges(eachOnce(rows.filter((row) => isOfSubject(row, subject)))).filter(
      ({ ex_date }) => istInstant(ex_date, '09:15').toISOString() <= as_of,
    );
  } catch (error) {
    sourceFailure(NAME, error);
    return null;
  }
}
