import type { Calendar } from '../../market/calendar/index.ts';
import type { EvidenceProvider } from '../port/index.ts';
import { createExchangeActions, createNseArchiveEvidence } from './exchange/index.ts';
import { createInternalEvidence, type HeldRecords } from './internal/index.ts';
import { createIssuerEvidence, type IssuerParts } from './issuer/index.ts';
import { createNewsEvidence } from './news/index.ts';
import { bseCodeOf, createBseAnnouncements, createNseAnnouncements, createNseFilings } from './nse/index.ts';
import { createSecEvidence } from './sec/index.ts';
import { withPeers } from './with-peers.ts';
import { createYahooEvidence } from './yahoo/index.ts';

interface EvidenceParts extends IssuerParts {
  calendar: Calendar;
  /** What Munim itself holds; left out, nothing. */
  held?: HeldRecords;
}

/** Every source of evidence, one line each. A run asks them in this order. */
export function createEvidence({ parsing, calendar, sitesOf, held }: EvidenceParts): EvidenceProvider[] {
  return [
    withPeers(createInternalEvidence({ calendar, ...(held === undefined ? {} : { records: held }) })),
    withPeers(createNseFilings({ parsing })),
    createNseAnnouncements(),
    createBseAnnouncements({ parsing }),
    createExchangeActions({
      bseCodeOf: async (subject, search) => await bseCodeOf(subject, { ...search, parsing }),
    }),
    createNseArchiveEvidence({ calendar }),
    withPeers(createSecEvidence({ parsing })),
    createIssuerEvidence({ sitesOf, parsing }),
    withPeers(createYahooEvidence()),
    createNewsEvidence(),
  ];
}
