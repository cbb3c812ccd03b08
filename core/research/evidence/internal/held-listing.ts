import { momentInWords, dayInWords, istDayEnd } from '../../../platform/index.ts';
import type { EvidencePacket, EvidenceRequest, RefusedEvidence } from '../../port/index.ts';
import type { HeldListing } from './records.ts';
import { NAME, sealHeld } from './seal-held.ts';

/** Sector and industry as the registry has them. A list of NSE is listing data of the exchange; anybody else's is found. */
export function listingPacket(
  { subject, as_of }: EvidenceRequest,
  listing: HeldListing,
): { packet: EvidencePacket } | { refused: RefusedEvidence } {
  const { sector, industry, scheme, classified_on } = listing;
  const source_id = `${NAME}:${subject.symbol}:listing`;
  const published_at = classified_on === null ? null : istDayEnd(classified_on).toISOString();
  if (published_at !== null && published_at > new Date(as_of).toISOString())
    return {
      refused: {
        provider: NAME,
        source_id,
        reason: 'AFTER_CUTOFF',
        detail: `The list of sectors is from ${dayInWords(classified_on ?? '')}, after ${momentInWords(as_of)}.`,
      },
    };
  const isOfNse = scheme?.startsWith('NSE_') === true;
  return {
    packet: sealHeld(
      subject,
      {
        source_id,
        publisher: isOfNse ? 'NSE' : 'Unknown',
        authority: isOfNse && published_at !== null ? 'REGULATOR' : 'DISCOVERED',
        families: ['exchange_listing'],
        title: `Sector of ${subject.symbol} in Munim’s registry`,
        published_at,
        published_precision: published_at === null ? 'UNKNOWN' : 'DAY',
        passages: [
          { id: 'sector', text: sector },
          ...(industry === null ? [] : [{ id: 'industry', text: industry }]),
        ],
        notes: [
          isOfNse
            ? `From the list of NSE of ${classified_on === null ? 'an unknown day' : dayInWords(classified_on)}.`
            : 'The publisher of this list of sectors is unknown.',
        ],
      },
      [[sector, industry, scheme, classified_on]],
      published_at ?? new Date(as_of).toISOString(),
    ),
  };
}
