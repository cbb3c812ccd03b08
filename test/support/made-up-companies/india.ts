import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '../../../core/assembly/index.ts';
import { COMPANY, indianFilings } from './india-filings.ts';
import { PEERS } from './india-peers.ts';
import { bseBodies, nseBodies } from './india-lists.ts';
import { ANNUAL_REPORT, headlines, INVESTOR_PAGE, SITE } from './india-pages.ts';
import { indexFiles, priceFiles, yahooBodies } from './india-prices.ts';

/** The evening up to which the made-up Indian company is told. */
export const INDIA_AS_OF = '2026-09-30T19:00:00.000Z';
/** The setting that its own pages need. */
export const INDIAN_SITE = { RESEARCH_ISSUER_DOMAINS: `${COMPANY.symbol}=${SITE}` } as const;

/** Everything that is known of it and its peers, as a folder that `npm run import-evidence` takes. */
export async function writeIndianEvidence(folder: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'nse-xbrl-files.json': JSON.stringify(indianFilings()),
    'nse-api-bodies.json': JSON.stringify(nseBodies()),
    'bse-api-bodies.json': JSON.stringify(bseBodies()),
    'yahoo-bodies.json': JSON.stringify(yahooBodies()),
    'nse-sec_bhavdata_full.all-days.csv': priceFiles(),
    'nse-ind_close_all.all-days.csv': indexFiles(),
    'google-news.xml': headlines(),
    'investors.html': INVESTOR_PAGE,
    'annual-report-fy26.txt': ANNUAL_REPORT,
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Enters it and its peers into the registry, by their sector and industry. */
export async function registerIndianPeers(core: Pick<Core, 'database'>): Promise<void> {
  const { symbol, name, isin } = COMPANY;
  const listed = [
    { symbol, name, isin },
    ...PEERS.map((one) => ({ symbol: one.symbol, name: one.name, isin: one.isin })),
  ];
  await core.database.asSystem('shares for a test', (trx) =>
    trx('market.instruments').insert(
      listed.map((one) => ({
        ...one,
        exchange: 'NSE',
        asset_class: 'Indian Equity',
        sector: 'Capital Goods',
        industry: 'Industrial Products',
        classification: 'made up',
        classified_on: '2026-09-01',
      })),
    ),
  );
}
