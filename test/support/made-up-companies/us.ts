import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '../../../core/assembly/index.ts';
import { PAGES } from './us-documents.ts';
import { companyFacts, PEER_SYMBOLS, secBodies, submissions } from './us-filings.ts';
import { headlines, yahooBodies } from './us-market.ts';

/** The moment up to which the made-up company of the United States is told. */
export const US_AS_OF = '2026-09-30T23:59:59.000Z';

/** Everything that is known of it, as a folder that `npm run import-evidence` takes. */
export async function writeUsEvidence(folder: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'companyfacts-CIK0009990001.json': JSON.stringify(companyFacts()),
    'submissions-CIK0009990001.json': JSON.stringify(submissions()),
    'sec-bodies.json': JSON.stringify(secBodies()),
    'yahoo-bodies.json': JSON.stringify(yahooBodies()),
    'google-news.xml': headlines(),
    ...PAGES,
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Enters its peers into the registry, by their sector and industry. It is not there itself. */
export async function registerUsPeers(core: Pick<Core, 'database'>): Promise<void> {
  await core.database.asSystem('peers for a test', (trx) =>
    trx('market.instruments').insert(
      PEER_SYMBOLS.map((one) => ({
        ...one,
        exchange: 'NASDAQ',
        asset_class: 'US Equity',
        sector: 'Technology',
        industry: 'Scientific & Technical Instruments',
        classification: 'made up',
        classified_on: '2026-01-01',
      })),
    ),
  );
}
