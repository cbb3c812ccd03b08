import { hasUnknownOrigin } from './old-share.ts';
import type { SoldRow } from './rows.ts';
import type { TaxNote, TaxReportView } from './view.ts';
import type { AssetClass } from '../../market/instruments/index.ts';
import { type UndecidedAction, undecidedReason } from '../../portfolio/index.ts';
import { undecidedAt } from './undecided.ts';

/** One sentence that stands on every tax report. */
export const DISCLAIMER =
  'These figures are calculated from your records to help you and your adviser. They are not tax advice.';

/** Codes of all notes with what they say; a code never changes its meaning. */
const NOTES = {
  /** The sentence names them. */
  ACTIONS_UNDECIDED: null,
  OWN_RULE:
    'Short-term and long-term totals use one rule: long-term is more than 12 calendar months, or more than 36 for bonds, cash and debt funds. A sale on the same day 12 months later is still short-term. Units are sold first in, first out within each portfolio. The same sales under tax rules by date are shown separately.',
  INTRADAY:
    'Shares and ETFs bought and sold on one day in one portfolio are matched first, whichever came first in the day. They are speculative business income under section 43(5), in their own section, and never use older lots. Trades that your broker marked as intraday and that a sync leaves out are not among them.',
  INTRADAY_OFF:
    'Intraday matching is off: purchases and sales of one day are matched first in, first out like all others, and count as capital gains.',
  OTHER_PLACES:
    'Cost and gain here are by lot, first in, first out. The overview and holdings show the average cost, so they differ once part of a symbol was sold. Gains and dividends here are for the year, at each day’s rates; the overview adds up all years at the latest rates.',
  YEAR_RUNNING: 'The financial year is not over. Figures are up to today and will change.',
  UNMATCHED_SELLS:
    'Some sales have no purchase. They are listed separately, without a cost, and totals exclude them. Open Data quality to see them, then import the older tradebook or add opening positions.',
  COST_UNKNOWN:
    'The cost of some units is unknown, because you held them before your records begin. They are listed without a cost, in Schedule 112A too. Totals and tax rules are partial until you record the cost under Data quality, Opening positions.',
  UNPRICED_UNITS:
    'Some units left without a sale on record: you accepted that your broker no longer holds them. Their gain is unknown, and totals exclude it. Record the sale under Transactions, dated no later than their transfer out, and it takes their place.',
  UNMATCHED_CANCELLATIONS:
    'Some rows with a negative quantity reverse a purchase or sale that is not in the ledger. They are excluded.',
  SKIPPED_ROWS: 'These figures exclude some transactions. Open Data quality to see why and correct them.',
  CANCELLED_ROWS:
    'Rows with a negative quantity reverse earlier sales or purchases and count on their own date. A reversed purchase is neither short-term nor long-term.',
  BONUS_SHARES: 'Bonus shares (price 0) cost only their fee and are held from the allotment date.',
  BOOKED_UNITS:
    'Your broker booked some shares of a merger or demerger at no cost, from the day of the booking. By law they keep the cost and the date of the shares held before. Delete those rows and apply the corporate action, and both carry over.',
  SPLITS:
    'A split keeps the purchase date and the cost. A bonus entered as a split keeps the old purchase date too; enter it as a purchase at price 0 to count from the allotment date.',
  CLASS_UNKNOWN:
    'Some symbols have no asset class and are treated as equity. Set the class on the holding or on its transactions.',
  FUND_KIND_BY_NAME:
    'The type of a fund (equity, debt or other) is taken from its name only. Check the scheme documents.',
  BOND_KIND:
    'The tax rules treat bonds as listed. Unlisted bonds sold from 23 July 2024 and market-linked debentures are always short-term, and the redemption of Sovereign Gold Bonds has its own rules: check those of the year.',
  STT_ASSUMED:
    'The rates for listed equity assume that securities transaction tax was paid. Off-market sales have different rates.',
  FEES_MAY_HOLD_STT:
    'Fees are taken from your transactions. Indian law does not allow deducting the securities transaction tax among them; see the contract note for the split.',
  FMV_IS_CLOSE:
    'For units bought by 31 January 2018, the close of that day is used. The law uses the highest price of that day for listed shares, so the actual cost may be slightly higher.',
  FMV_MISSING:
    'For some lots bought by 31 January 2018, no price of that day is stored, so their gain under the law is unknown. Import that day’s prices.',
  FMV_FORMER_SHARE:
    'Units that came by a merger after 31 January 2018 take the value of the share that was held on that day, in its own units.',
  FMV_OTHER_SHARE:
    'Some lots bought by 31 January 2018 came by a demerger since, or by a merger whose earlier share is not on record. Their value of that day is unknown, and so is their gain under the law.',
  FMV_BEFORE_DEMERGER:
    'The value of 31 January 2018 of a company that demerged a part since still contains that part. Ask your adviser whether it may be used in full.',
  INDEXATION: 'Where the law raises the cost by its yearly index, that index is not applied here.',
  SET_OFF:
    'Tax under these rules is before losses are set off or carried forward, and before surcharge and cess.',
  TWO_RATES:
    'The rates changed on 23 July 2024, within this year. The exemption of ₹1,25,000 applies once for the whole year, to gains at the higher rate first.',
  NEW_ACT:
    'From 1 April 2026 the Income-tax Act 2025 uses tax years; section numbers are as of when this table was written.',
  FX_BY_DAY:
    'Amounts in other currencies are converted at each day’s rate: cost on the purchase date, proceeds on the sale date. Rule 115 and your bank’s rate may give different figures.',
  US_TERM:
    'For US shares the term under US federal law is shown next to the Indian one: more than one year is long-term. Wash sales are not checked.',
  NO_RULE: 'Some sales match no tax rule. They are only in the report’s own totals.',
} as const;

type TaxNoteCode = keyof typeof NOTES;

/** True for classes whose tax depends on their own investments. */
export function isFund(assetClass: AssetClass | null): boolean {
  return assetClass === 'ETF' || assetClass === 'Mutual Fund';
}

/** Gathers what must be said, while rows are made. */
export class Notes {
  readonly #undecided = new Set<UndecidedAction>();
  readonly #codes = new Set<TaxNoteCode>(['OWN_RULE', 'OTHER_PLACES']);

  add(code: TaxNoteCode, isTrue = true): void {
    if (isTrue) this.#codes.add(code);
  }

  /** Corporate actions that wait for a decision, and may change some figure. */
  mayChange(actions: readonly UndecidedAction[]): void {
    for (const action of actions) this.#undecided.add(action);
    this.add('ACTIONS_UNDECIDED', actions.length > 0);
  }

  /** Adds the notes of one sold part. */
  see({ term, is_intraday, part, security, applied, old }: SoldRow, base: string): void {
    const { asset_class, currency, kind } = security;
    this.add('INTRADAY', is_intraday);
    this.add('CANCELLED_ROWS', part.kind !== 'SALE');
    this.add('BONUS_SHARES', part.is_bonus);
    this.add('BOOKED_UNITS', hasUnknownOrigin(part.chain));
    this.mayChange(undecidedAt(security, part.sell_date));
    this.add('CLASS_UNKNOWN', asset_class === null);
    this.add('FUND_KIND_BY_NAME', isFund(asset_class));
    this.add('BOND_KIND', kind === 'BOND');
    const isTaxedGain = (kind === 'LISTED_EQUITY' || kind === 'BUSINESS_TRUST') && !is_intraday;
    this.add('STT_ASSUMED', isTaxedGain);
    this.add('FEES_MAY_HOLD_STT', isTaxedGain && !part.fee.isZero());
    this.add('FX_BY_DAY', currency !== base);
    this.add('FMV_IS_CLOSE', old !== null && old.fmv !== null && asset_class !== 'Mutual Fund');
    const isKnown = old !== null && old.fmv !== null;
    this.add('FMV_MISSING', old !== null && !isKnown && part.old?.reason === null);
    this.add('FMV_OTHER_SHARE', old !== null && !isKnown && part.old?.reason !== null);
    this.add('FMV_FORMER_SHARE', isKnown && part.old !== null && part.old.former !== null);
    this.add('FMV_BEFORE_DEMERGER', isKnown && part.old?.is_demerged_since === true);
    this.add(
      'INDEXATION',
      applied.some(({ rule }) => rule.taxed.is_indexed === true),
    );
    this.add(
      'US_TERM',
      applied.some(({ rule }) => rule.regime.jurisdiction === 'US'),
    );
    this.add('SET_OFF', applied.length > 0);
    this.add('NO_RULE', applied.length === 0 && term !== null);
  }

  /** Adds the notes of the year as a whole. */
  seeYear({
    fy,
    as_of,
    to,
    unmatched_sells,
    intraday_first,
  }: Pick<TaxReportView, 'fy' | 'as_of' | 'to' | 'unmatched_sells' | 'intraday_first'>): void {
    this.add('INTRADAY_OFF', !intraday_first);
    this.add('YEAR_RUNNING', as_of < to);
    this.add('TWO_RATES', fy === '2024-25');
    this.add('NEW_ACT', fy >= '2026-27');
    this.add('UNMATCHED_SELLS', unmatched_sells.length > 0);
  }

  /** In the order of the table. */
  list(): TaxNote[] {
    return (Object.keys(NOTES) as TaxNoteCode[])
      .filter((code) => this.#codes.has(code))
      .map((code) => ({ code, text: NOTES[code] ?? undecidedReason([...this.#undecided]) ?? '' }));
  }
}
