import type { SoldRow } from './rows.ts';
import type { TaxNote, TaxReportView } from './view.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** One sentence that stands on every tax report. */
export const DISCLAIMER =
  'These figures are worked out from your own records to help you and your adviser; they are not tax advice.';

/** Codes of all notes with what they say; a code never changes its meaning. */
const NOTES = {
  OWN_RULE:
    'Short-term and long-term totals follow one rule: long-term is held for more than 12 calendar months, for bonds, cash and debt funds more than 36. A sale on the same day 12 months later is still short-term. Units leave first in, first out within each portfolio. What dated rules of tax make of the same sales stands beside them.',
  OTHER_PLACES:
    'Cost and gain here are of lots, first in, first out; the overview and the holdings show the average cost of the same units, so both agree only while nothing of a symbol was sold. Dividends here are of the year, each at the rate of its day; the overview adds up all years at the newest rate.',
  YEAR_RUNNING: 'The financial year is still running: figures are up to today and will change.',
  UNMATCHED_SELLS:
    'Some sales have no known purchase. They are listed apart, with no cost and in no total. Open Data quality to see all of them, then import the older tradebook, or complete them there under Opening positions.',
  COST_UNKNOWN:
    'The cost of some units is not known, because they were held before your records begin. What was sold or is held of them stands in the lists without a cost; it is in no total, under no rule and not in Schedule 112A, until you record the cost under Data quality, Opening positions.',
  UNMATCHED_CANCELLATIONS:
    'Some rows with a negative quantity take back a purchase or sale that is not in the ledger. They count nowhere.',
  SKIPPED_ROWS:
    'Some transactions could not be counted and are left out of these figures. Open Data quality to see why and correct them.',
  CANCELLED_ROWS:
    'Rows with a negative quantity take earlier sales or purchases back and count on their own day. A purchase that was taken back is neither short-term nor long-term.',
  BONUS_SHARES:
    'Bonus shares (bought for nothing) cost only their fee and are held from the day of allotment.',
  SPLITS:
    'A split keeps the day of purchase and the cost. Where a bonus issue was entered as a split, its shares count as old ones; enter them as a purchase for nothing if they should count from their allotment.',
  CLASS_UNKNOWN:
    'Some symbols have no asset class and are taken for equity. Set the class on the holding or on its transactions.',
  FUND_KIND_BY_NAME:
    'Whether a fund is an equity fund, a debt fund or another is told by its name alone. Compare with the scheme documents.',
  BOND_KIND:
    'The dated rules take bonds for listed ones. Unlisted bonds sold from 23 July 2024 and market-linked debentures are always short-term, and the redemption of Sovereign Gold Bonds has rules of its own: look up those of the year.',
  STT_ASSUMED:
    'The rates for listed equity assume that securities transaction tax was paid. Off-market sales have other rates.',
  FEES_MAY_HOLD_STT:
    'Fees are taken as they stand in your transactions. Securities transaction tax among them may not be deducted under Indian law: ask for the split of the contract note.',
  FMV_IS_CLOSE:
    'For what was bought by 31 January 2018, the close of that day is used. The law takes the highest price of that day for listed shares, so the true cost may be a little higher.',
  FMV_MISSING:
    'For some lots bought by 31 January 2018 no price of that day is stored, so what the law makes of them is unknown. Import the prices of that day to have it.',
  INDEXATION: 'Where the law raises the cost by its yearly index, that index is not applied here.',
  SET_OFF:
    'Tax under the dated rules is before losses are set off against other gains or carried forward, and before surcharge and cess.',
  TWO_RATES:
    'The rates changed on 23 July 2024, within this year. The free amount of ₹1,25,000 is one for the whole year and is taken off the gains of the higher rate first.',
  NEW_ACT:
    'From 1 April 2026 the Income-tax Act 2025 counts in tax years; its sections are named as they were when this table was written.',
  FX_BY_DAY:
    'Amounts in other currencies are converted at the rates of their own days: cost on the day of purchase, proceeds on the day of sale. Rule 115 and the rate of your bank may lead to other figures.',
  US_TERM:
    'For US shares the term under US federal law is shown beside the Indian one: more than one year is long-term. Wash sales are not looked for.',
  NO_RULE: 'For some sales the dated table of rules has no row; they stand in the report’s own totals alone.',
} as const;

export type TaxNoteCode = keyof typeof NOTES;

/** Whether what a thing invests in decides its tax. */
export function isFund(assetClass: AssetClass | null): boolean {
  return assetClass === 'ETF' || assetClass === 'Mutual Fund';
}

/** Gathers what must be said, while rows are made. */
export class Notes {
  readonly #codes = new Set<TaxNoteCode>(['OWN_RULE', 'OTHER_PLACES']);

  add(code: TaxNoteCode, isTrue = true): void {
    if (isTrue) this.#codes.add(code);
  }

  /** What one sold part calls for. */
  see({ lot, part, security, applied, old }: SoldRow, base: string): void {
    const { asset_class, kind } = security;
    this.add('CANCELLED_ROWS', part.kind !== 'SALE');
    this.add('BONUS_SHARES', part.is_bonus);
    this.add('CLASS_UNKNOWN', asset_class === null);
    this.add('FUND_KIND_BY_NAME', isFund(asset_class));
    this.add('BOND_KIND', kind === 'BOND');
    this.add('STT_ASSUMED', kind === 'LISTED_EQUITY');
    this.add('FEES_MAY_HOLD_STT', kind === 'LISTED_EQUITY' && !part.fee.isZero());
    this.add('FX_BY_DAY', lot.currency !== base);
    this.add('FMV_IS_CLOSE', old !== null && old.fmv !== null && asset_class !== 'Mutual Fund');
    this.add('FMV_MISSING', old !== null && old.fmv === null);
    this.add(
      'INDEXATION',
      applied.some(({ rule }) => rule.taxed.is_indexed === true),
    );
    this.add(
      'US_TERM',
      applied.some(({ rule }) => rule.regime.jurisdiction === 'US'),
    );
    this.add('SET_OFF', applied.length > 0);
    this.add('NO_RULE', applied.length === 0 && lot.term !== null);
  }

  /** What the year as a whole calls for. */
  seeYear({
    fy,
    as_of,
    to,
    unmatched_sells,
  }: Pick<TaxReportView, 'fy' | 'as_of' | 'to' | 'unmatched_sells'>): void {
    this.add('YEAR_RUNNING', as_of < to);
    this.add('TWO_RATES', fy === '2024-25');
    this.add('NEW_ACT', fy >= '2026-27');
    this.add('UNMATCHED_SELLS', unmatched_sells.length > 0);
  }

  /** In the order of the table. */
  list(): TaxNote[] {
    return (Object.keys(NOTES) as TaxNoteCode[])
      .filter((code) => this.#codes.has(code))
      .map((code) => ({ code, text: NOTES[code] }));
  }
}
