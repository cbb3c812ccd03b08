import assert from 'node:assert/strict';
import { Decimal } from '../../../../core/platform/index.ts';
import { taxDocument } from '../../../../core/reports/export/tax-document.ts';
import { financialYearFrom, type FinancialYear } from '../../../../core/finance/tax-law/financial-year.ts';
import type { DayFx } from '../../../../core/reports/tax/conversion.ts';
import type { TaxReport } from '../../../../core/reports/tax/report.ts';
import type { TaxLot } from '../../../../core/reports/tax/view.ts';
import {
  nameOf,
  type PaperLine,
  type PaperSecurity,
  type PaperYear,
  paperYear,
  taxOf112a,
  totalOf,
} from '../../../support/paper-tax.ts';
import { Rational, sumOf } from '../../../support/rational.ts';
import { stored, type World } from '../../../support/tax-worlds.ts';
import { compareSchedule } from './beside-paper-schedule.ts';
import { exact, paired, same, total } from './paired-rows.ts';
import { reportOf } from './year-of.ts';

const ZERO = Rational.ZERO;
const YEARS = Array.from({ length: 15 }, (_, at) => financialYearFrom(2015 + at));

/** The year of one portfolio on both sides. */
interface Compared {
  world: World;
  year: FinancialYear;
  portfolio: string;
  currency: 'INR' | 'USD';
  report: TaxReport;
  paper: PaperYear;
}

/**
 * Compares the reports of all years of a world with the slow computation.
 * @param seen gets the name of each kind of case that was among them.
 */
export async function compare(world: World, seen: Set<string>): Promise<void> {
  for (const { portfolio, currency, of } of world.books) {
    const entries = Object.entries(world.securities).filter(([key]) => key.startsWith(currency));
    const known = new Map(entries.map(([key, one]) => [key.slice(4), one]));
    const security = (symbol: string): PaperSecurity => ({
      kind: 'equity',
      months: 12,
      isIntraday: true,
      ...known.get(symbol)?.paper,
      currency,
    });
    const old = (symbol: string) => {
      const price = world.old[symbol] ?? null;
      return price === null ? null : Rational.of(price);
    };
    for (const year of YEARS) {
      const paper = paperYear([{ portfolio, ...of }], year, security, old);
      if (paper.lines.length === 0 && paper.missing.length === 0 && year.fy !== '2026-27') continue;
      const report = await reportOf(stored(of), {
        fy: year.fy,
        securities: Object.fromEntries([...known].map(([symbol, { product }]) => [symbol, product])),
        fx: fxOf(world),
        base: world.base,
        old: Object.fromEntries(
          Object.entries(world.old).map(([symbol, price]) => [
            symbol,
            price === null ? { price, reason: 'No price.' } : { price: new Decimal(price), reason: null },
          ]),
        ),
      });
      const compared = { world, year, portfolio, currency, report, paper };
      compareLots(compared);
      compareTotals(compared);
      compareRules(compared);
      compareSchedule(paper, report, year.fy);
      compareHeld(compared);
      see(paper, seen);
    }
  }
}

function compareLots({ report: { view }, paper, ...of }: Compared): void {
  const lots = [...view.lots, ...view.intraday_lots].filter(({ kind }) => kind !== 'PURCHASE_CANCELLED');
  const keyOfLot = (lot: TaxLot) =>
    [
      lot.symbol,
      lot.buy_date,
      lot.sell_date,
      lot.term,
      lot.is_intraday,
      lot.cost === null,
      lot.is_bonus,
    ].join();
  const keyOfLine = ({ symbol, bought, sold, term, isIntraday, cost, isBonus }: PaperLine) =>
    [symbol, bought, sold, term, isIntraday, cost === null, isBonus && cost !== null].join();
  for (const { key, rows, lines } of paired(lots, keyOfLot, paper.lines, keyOfLine)) {
    same(
      total(rows, ({ quantity }) => quantity),
      exact(lines, ({ units }) => units),
      `units of ${key}`,
    );
    same(
      total(rows, ({ cost }) => cost),
      exact(lines, ({ cost }) => cost),
      `cost of ${key}`,
    );
    same(
      total(rows, ({ proceeds }) => proceeds),
      exact(lines, ({ proceeds }) => proceeds),
      `proceeds of ${key}`,
    );
    const gain = exact(lines, (line) => gainIn(of, line, of.world.base));
    same(
      total(rows, ({ gain_base }) => gain_base),
      gain,
      `gain in ${of.world.base} of ${key}`,
    );
  }
}

function compareTotals(compared: Compared): void {
  const { view } = compared.report;
  const { lines: all, missing } = compared.paper;
  const { fy } = compared.year;
  const totals = [
    ['SHORT', view.short_term],
    ['LONG', view.long_term],
    ['INTRADAY', view.intraday],
  ] as const;
  for (const [name, found] of totals) {
    const isOwn = ({ term, isIntraday }: PaperLine) => (name === 'INTRADAY' ? isIntraday : term === name);
    const lines = all.filter((line) => isOwn(line) && line.cost !== null);
    const costless = name === 'INTRADAY' ? [] : all.filter(({ cost }) => cost === null);
    const out = [
      ...costless.filter((line) => line.term === null || isOwn(line)),
      ...(name === 'INTRADAY' ? [] : missing),
    ];
    assert.equal(found.left_out !== null, out.length > 0, `${name} excludes units in ${fy}`);
    if (found.left_out !== null)
      same(
        found.left_out.units,
        sumOf(out.map(({ units }) => units)),
        `units that ${name} excludes in ${fy}`,
      );
    // Nothing but units of unknown cost: nothing to show.
    const isUnknown = lines.length === 0 && costless.some(isOwn);
    const gain = isUnknown ? null : exact(lines, (line) => gainIn(compared, line, compared.world.base));
    same(found.gain, gain, `${name} gain of ${fy}`);
    same(found.by_currency[0]?.gain ?? 0, totalOf(lines, gainOf), `${name} gain of ${fy} in its currency`);
    const state = gain === null ? 'UNAVAILABLE' : out.length > 0 ? 'PARTIAL' : 'AVAILABLE';
    assert.equal(found.state, state, `state of ${name} in ${fy}`);
    // The file has the same sums.
    const printed = taxDocument(view).figure_rows.find(
      (row) => row['section'] === 'total' && row['term'] === name,
    );
    if (printed !== undefined || name !== 'INTRADAY')
      assert.deepEqual([printed?.['gain_base'], printed?.['state']], [found.gain, found.state]);
  }
}

function compareRules(compared: Compared): void {
  const { alternatives } = compared.report.view;
  const { lines, missing } = compared.paper;
  const { fy, from } = compared.year;
  const parts = lines.flatMap((line) => line.rules.map((rule) => ({ line, rule })));
  const maybe = new Set([...lines, ...missing].flatMap(({ possible }) => possible.map(nameOf)));
  let isShareKnown = ![...maybe].some((name) => /,(?:112A|198),/.test(name));
  const gains = new Map<number, Rational>();
  const keyOfRule = (one: (typeof alternatives)[number]) => {
    const of = one.rule.replace(/^.._|_(?:SHORT|LONG)$/g, '').replace(/_\d{4}$/, '');
    return [one.jurisdiction, of, one.effective_from, one.term, one.section, one.rate_pct].join();
  };
  for (const { key, rows, lines: own } of paired(alternatives, keyOfRule, parts, ({ rule }) =>
    nameOf(rule),
  )) {
    const [{ rule } = { rule: null }] = own;
    const each = own.map(({ line }) => {
      const cost = rule?.is112a === true ? line.lawCost : line.cost;
      return gainIn(compared, { ...line, cost }, rule?.country === 'US' ? 'USD' : 'INR');
    });
    const gain = maybe.has(key) || each.includes(null) ? null : sumOf(each.map((one) => one ?? ZERO));
    same(
      total(rows, (one) => one.gain),
      gain,
      `gain under ${key} in ${fy}`,
    );
    const known = each.filter((one) => one !== null);
    const partial = gain === null && known.length > 0 ? sumOf(known) : null;
    same(
      total(rows, (one) => one.partial?.figure ?? null),
      partial,
      `part under ${key} in ${fy}`,
    );
    if (rule?.is112a !== true) continue;
    if (gain === null) isShareKnown = false;
    else gains.set(rule.rate ?? 0, gain);
  }
  for (const [rate, tax] of taxOf112a(gains, from)) {
    const one = alternatives.find(({ exemption, rate_pct }) => exemption !== null && rate_pct === rate);
    same(one?.tax, isShareKnown ? tax : null, `tax at ${rate} in ${fy}`);
  }
}

function compareHeld({ paper: { held }, report: { view }, year: { fy } }: Compared): void {
  const units = sumOf(held.map(({ slip }) => slip.units));
  same(
    total(view.remaining_lots, ({ quantity }) => quantity),
    units,
    `units left in ${fy}`,
  );
  const known = held.filter(({ slip }) => slip.unitCost !== null);
  const cost = sumOf(known.map(({ slip }) => slip.units.times(slip.unitCost ?? ZERO)));
  const found = view.remaining_lots.filter((lot) => lot.cost !== null);
  same(
    total(found, (lot) => lot.cost),
    cost,
    `cost left in ${fy}`,
  );
}

function see({ lines, missing }: PaperYear, seen: Set<string>): void {
  if (missing.length > 0) seen.add('sold without a purchase');
  for (const line of lines) {
    seen.add(line.isIntraday ? 'intraday' : `term ${line.term ?? 'open'}`);
    for (const rule of line.rules) seen.add(rule.section);
    if (line.isBonus) seen.add('bonus');
    if (line.isCancelled) seen.add('taken back');
    if (line.cost === null) seen.add('unknown cost');
    if (line.possible.length > 0) seen.add('several rules');
    if (line.fmv !== null)
      seen.add(line.lawCost?.equals(line.cost ?? ZERO) === true ? 'paid more' : 'value of 2018');
    if (line.isFmvMissing) seen.add('value of 2018 unknown');
  }
}

const gainOf = ({ cost, proceeds }: PaperLine): Rational | null =>
  cost === null ? null : proceeds.minus(cost);

/** Cost at the rate of the purchase, proceeds at that of the sale; null without one of them. */
function gainIn(
  { world, currency }: Pick<Compared, 'world' | 'currency'>,
  { cost, proceeds, bought, sold }: PaperLine,
  to: string,
): Rational | null {
  const into = (amount: Rational | null, day: string) => {
    const rate = currency === to ? '1' : (world.rates[day] ?? null);
    if (amount === null || rate === null) return null;
    return currency === 'INR' ? amount.over(Rational.of(rate)) : amount.times(Rational.of(rate));
  };
  const [paid, got] = [into(cost, bought), into(proceeds, sold)];
  return paid === null || got === null ? null : got.minus(paid);
}

const fxOf =
  ({ rates }: World): DayFx =>
  (from, to, day) => {
    const text = from === to ? '1' : (rates[day ?? ''] ?? null);
    if (text === null) return null;
    const rate = from === 'INR' && to === 'USD' ? new Decimal(1).div(text) : new Decimal(text);
    return { rate, estimated: false, day: day ?? null, source: 'test' };
  };
