import type { Instrument } from './instrument.ts';

/** Whose words a sector is in. NSE replaced its industries by sectors of another kind in 2022. */
type SectorScheme = 'NSE_SECTORS_2022' | 'NSE_INDUSTRIES_BEFORE_2022';

const SECTORS_2022 = new Set(
  [
    'Automobile and Auto Components',
    'Capital Goods',
    'Chemicals',
    'Construction',
    'Construction Materials',
    'Consumer Durables',
    'Consumer Services',
    'Diversified',
    'Fast Moving Consumer Goods',
    'Financial Services',
    'Forest Materials',
    'Healthcare',
    'Information Technology',
    'Media Entertainment & Publication',
    'Metals & Mining',
    'Oil Gas & Consumable Fuels',
    'Power',
    'Realty',
    'Services',
    'Telecommunication',
    'Textiles',
    'Utilities',
  ].map(plain),
);

/**
 * The scheme of a list, told by its words: some are the same in both schemes, so the most of them decide. The date alone
 * would not do, since lists of the months of change are in either.
 */
function sectorScheme(words: readonly string[]): SectorScheme {
  const different = [...new Set(words.map(plain))];
  const known = different.filter((word) => SECTORS_2022.has(word)).length;
  return known * 2 > different.length ? 'NSE_SECTORS_2022' : 'NSE_INDUSTRIES_BEFORE_2022';
}

/**
 * The instruments that the sectors of a list, by instrument id, change. A sector of a newer list stands against an older
 * one.
 */
export function classify(
  instruments: readonly Instrument[],
  sectors: ReadonlyMap<string, string>,
  asOf: string,
): Instrument[] {
  const classification = sectorScheme([...sectors.values()]);
  return instruments.flatMap((one) => {
    const sector = sectors.get(one.id);
    if (sector === undefined || (one.classified_on ?? '') > asOf) return [];
    if (one.sector === sector && one.classified_on === asOf) return [];
    // What the finer division was in an older scheme says nothing in this one.
    const industry = one.classification === classification ? one.industry : null;
    return [{ ...one, sector, industry, classification, classified_on: asOf }];
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '');
}
