import { AlternativeSums } from './alternatives.ts';
import {
  type FinancialYear,
  financialYearsBetween,
  possibleRules,
  TERMS,
} from '../../finance/tax-law/index.ts';
import { convertOn } from './conversion.ts';
import type { PositionYear } from './lots.ts';
import { DISCLAIMER, isFund, Notes } from './notes.ts';
import { type Money, soldRow, type SoldRow, type TaxedSecurity, unmatchedSell } from './rows.ts';
import type { DividendSum } from '../../portfolio/index.ts';
import { hasUnknownOrigin } from './old-share.ts';
import { costlessRow, type CostlessRow } from './costless-row.ts';
import { heldRow, type HeldRow, remainingLot } from './held-rows.ts';
import { dividendTotals, HeldSum, TermSum } from './totals.ts';
import { undecidedAt } from './undecided.ts';
import type { TaxReportView, UnmatchedSell } from './view.ts';

/** Everything that a report is made of, already read. */
interface TaxFacts {
  year: FinancialYear;
  /** The last day that counts. */
  as_of: string;
  /** The day in India. */
  today: string;
  portfolio: string;
  money: Money;
  /** By portfolio and symbol. */
  positions: readonly { security: TaxedSecurity; year: PositionYear }[];
  dividends: readonly DividendSum[];
  /** The person's setting. */
  intraday_first: boolean;
  /** Rows that the replay skipped. */
  skipped: number;
}

/** A report with the exact figures behind its rows. */
export interface TaxReport {
  view: TaxReportView;
  sold: SoldRow[];
  /** Sales of units of unknown cost. */
  costless: CostlessRow[];
}

/** Rows of a list that are shown. */
export type PageOf = <T>(rows: readonly T[]) => readonly T[];

/** Rows between two breaths: some milliseconds of work. */
const AT_ONCE = 100;

/**
 * The report of a year (spec: Report rules 9).
 * @param breathe is awaited now and then, so that a long report holds nobody up.
 * @param pageOf the rows of each list that the view shows; all of them count.
 */
export async function taxReport(
  facts: TaxFacts,
  breathe: () => Promise<void>,
  pageOf: PageOf = (rows) => rows,
): Promise<TaxReport> {
  const { money, year, as_of } = facts;
  const sold: SoldRow[] = [];
  const costless: CostlessRow[] = [];
  const lots: (SoldRow | CostlessRow)[] = [];
  const intraday: SoldRow[] = [];
  const held: HeldRow[] = [];
  const unmatched: UnmatchedSell[] = [];
  const notes = new Notes();
  const terms = { SHORT: new TermSum(money.base), LONG: new TermSum(money.base) };
  const speculative = new TermSum(money.base);
  const left = new HeldSum(money.base);
  const alternatives = new AlternativeSums();
  let done = 0;
  const step = async () => {
    if (++done % AT_ONCE === 0) await breathe();
  };
  for (const { security, year: own } of facts.positions) {
    for (const part of own.sold) {
      const row = soldRow(security, part, money);
      notes.see(row, money.base);
      if (row.is_intraday) {
        intraday.push(row);
        speculative.add(row);
        continue;
      }
      sold.push(row);
      lots.push(row);
      if (row.term !== null) terms[row.term].add(row);
      alternatives.add(row);
      await step();
    }
    for (const part of own.costless) {
      const row = costlessRow(security, part, money);
      const { lot, applied, possible, proceeds_base } = row;
      costless.push(row);
      lots.push(row);
      const undecided = undecidedAt(security, part.sell_date);
      const excluded = {
        units: part.quantity,
        proceeds: proceeds_base,
        isOwn: lot.term !== null,
        lacks: 'COST' as const,
      };
      for (const term of lot.term === null ? TERMS : [lot.term]) terms[term].exclude(excluded, undecided);
      alternatives.add({ applied, part, security });
      alternatives.addPossible(possible, undecided);
      notes.mayChange(undecided);
      await step();
    }
    notes.add('COST_UNKNOWN', own.costless.length > 0 || own.held.some(({ cost }) => cost === null));
    for (const part of own.held) {
      const row = heldRow(security, part, money, as_of);
      held.push(row);
      left.add(row);
      notes.add('BONUS_SHARES', part.is_bonus);
      notes.add('BOOKED_UNITS', hasUnknownOrigin(part.chain));
      notes.mayChange(row.undecided);
      notes.add('CLASS_UNKNOWN', security.asset_class === null);
      notes.add('FUND_KIND_BY_NAME', isFund(security.asset_class));
      notes.add('FX_BY_DAY', security.currency !== money.base);
      await step();
    }
    for (const part of [...own.unmatched, ...own.unpriced]) {
      const { currency } = security;
      if (part.proceeds !== null) unmatched.push(unmatchedSell(security, part));
      const proceeds =
        part.proceeds === null
          ? null
          : convertOn(money.fx, part.proceeds, currency, money.base, part.sell_date).amount;
      // Their purchase day is unknown: they may be of either term.
      const { sell_date: sold } = part;
      const lacks = part.proceeds === null ? 'SALE' : 'COST';
      const undecided = undecidedAt(security, sold);
      for (const term of TERMS)
        terms[term].exclude({ units: part.quantity, proceeds, isOwn: false, lacks }, undecided);
      alternatives.addPossible(
        possibleRules({ kind: security.kind, currency, heldOn: sold, sold }),
        undecided,
      );
      notes.mayChange(undecided);
    }
    notes.add('SPLITS', own.has_splits && own.sold.length + own.held.length > 0);
    notes.add('UNPRICED_UNITS', own.unpriced.length > 0);
    notes.add('UNMATCHED_CANCELLATIONS', own.unmatched_cancellations > 0);
  }
  notes.add('SKIPPED_ROWS', facts.skipped > 0);
  // Positions come by portfolio and symbol; sorting keeps that order within a day.
  for (const rows of [sold, lots, intraday]) rows.sort((a, b) => compare(a.part.sell_date, b.part.sell_date));
  unmatched.sort((a, b) => compare(a.sell_date, b.sell_date));
  const { intraday_first } = facts;
  const page = async <T, V>(rows: readonly T[], show: (row: T) => V): Promise<V[]> => {
    const list: V[] = [];
    for (const row of pageOf(rows)) {
      list.push(show(row));
      await step();
    }
    return list;
  };
  notes.seeYear({ fy: year.fy, as_of, to: year.to, unmatched_sells: unmatched, intraday_first });
  const view: TaxReportView = {
    fy: year.fy,
    from: year.from,
    to: year.to,
    as_of,
    portfolio: facts.portfolio,
    currency: money.base,
    years: financialYearsBetween(firstDay(facts), facts.today),
    lots: await page(lots, ({ lot }) => lot),
    short_term: terms.SHORT.totals(),
    long_term: terms.LONG.totals(),
    intraday_lots: await page(intraday, ({ lot }) => lot),
    intraday: speculative.totals(),
    intraday_first,
    remaining_lots: await page(held, (row) => remainingLot(row, money.base, as_of)),
    remaining: left.totals(),
    unmatched_sells: [...pageOf(unmatched)],
    dividends: dividendTotals(facts.dividends, money),
    alternatives: alternatives.list(year.from),
    counts: {
      lots: lots.length,
      intraday_lots: intraday.length,
      remaining_lots: held.length,
      unmatched_sells: unmatched.length,
    },
    notes: notes.list(),
    disclaimer: DISCLAIMER,
    explanations: null,
  };
  return { view, sold, costless };
}

function firstDay({ positions, year }: TaxFacts): string {
  return positions.reduce((first, { year: { first_date: day } }) => (day < first ? day : first), year.from);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
