import type { PortfolioValues } from '../../performance/engine/index.ts';
import type { DayAmount } from '../../finance/returns/index.ts';
import type { RecordedValues } from '../../portfolio/index.ts';

/** A series that may go over from the ledger's values to recorded ones on `recorded_from`. */
interface JoinedDays extends RecordedValues {
  recorded_from: string | null;
}

/**
 * A snapshot's hour and the close of its day never lie so far apart for a whole portfolio: a price, a rate or the units of
 * one of two snapshots were corrected since.
 */
const MOST_APART = 1.1;

interface Point {
  day: string;
  value: number;
}

/** Two days that follow one another and are of different books. */
interface Seam {
  after: string;
  day: string;
  flow: number;
  is_explained: boolean;
}

/**
 * Makes a flow of what the books changed between two days, so that no return crosses it. Books differ where nothing
 * explains the change of units, where a snapshot knew other rows than the ledger has now, where the two snapshots stand to
 * the ledger's values in different ways, and on the day of a split that the ledger does not have.
 * Where the ledger as it is now has both days, its return is that of the day and the rest is the flow. Elsewhere the day
 * has no return and is among `unexplained_days`.
 */
export function withoutSeams<T extends JoinedDays>(daily: T, ledger: PortfolioValues): T {
  const known = daily.days.flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]));
  const seams = seamsOf(known, daily, ledger);
  if (seams.length === 0) return daily;
  const unexplained = new Set(daily.unexplained_days);
  for (const { day, is_explained } of seams) {
    if (is_explained) unexplained.delete(day);
    else unexplained.add(day);
  }
  return {
    ...daily,
    flows: [
      ...daily.flows.filter((flow) => !seams.some(({ after, day }) => flow.day > after && flow.day <= day)),
      ...seams.map(({ day, flow }): DayAmount => ({ day, amount: flow })),
    ].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
    unexplained_days: [...unexplained].sort(),
  };
}

function seamsOf(known: readonly Point[], daily: JoinedDays, ledger: PortfolioValues): Seam[] {
  const unexplained = new Set(daily.unexplained_days);
  const off = new Set(daily.off_ledger_days);
  const index = new Map(ledger.days.map((day, at) => [day, at]));
  const splits = ledger.reasons.flatMap(({ code, from }) =>
    code === 'SPLIT_NOT_IN_LEDGER' && from !== null ? [from] : [],
  );
  const seams: Seam[] = [];
  for (const [at, to] of known.entries()) {
    const from = known[at - 1];
    if (from === undefined || !(from.value > 0)) continue;
    const span = { from: index.get(from.day), to: index.get(to.day) };
    const isSplit = splits.some((day) => day > from.day && day <= to.day);
    const isOff = off.has(from.day) || off.has(to.day);
    const isApart = daily.off_ledger_days !== undefined && jump(from, to, span, ledger) > MOST_APART;
    if (!isSplit && !isOff && !isApart && !unexplained.has(to.day)) continue;
    const factor = isSplit ? null : ledgerFactor(span, ledger);
    // Two snapshots of the same other books have a return of their own, and an unexplained day has none already.
    const isMeeting = to.day === daily.recorded_from;
    if (factor === null && (unexplained.has(to.day) || !(isSplit || isApart || isMeeting))) continue;
    seams.push({
      after: from.day,
      day: to.day,
      flow: factor === null ? to.value - from.value : flowFor(from.value, to.value, factor),
      is_explained: factor !== null,
    });
  }
  return seams;
}

interface Span {
  from: number | undefined;
  to: number | undefined;
}

/** How many times apart two values are, set against the ledger's of the same days; 1 where that is not known. */
function jump(from: Point, to: Point, span: Span, { daily }: PortfolioValues): number {
  const [before, after] = [daily.value[span.from ?? -1] ?? 0, daily.value[span.to ?? -1] ?? 0];
  if (!(before > 0) || !(after > 0) || !(to.value > 0)) return 1;
  const ratio = to.value / after / (from.value / before);
  return Math.max(ratio, 1 / ratio);
}

/** By what the ledger's value grew over a span, money that moved left out; null where it is not known. */
function ledgerFactor({ from, to }: Span, { daily }: PortfolioValues): number | null {
  if (from === undefined || to === undefined) return null;
  let [put_in, taken_out, fresh] = [0, 0, 0];
  for (let at = from + 1; at <= to; at += 1) {
    put_in += daily.put_in[at] ?? Number.NaN;
    taken_out += daily.taken_out[at] ?? Number.NaN;
    fresh += daily.fresh[at] ?? 0;
  }
  const base = (daily.value[from] ?? Number.NaN) + put_in;
  const factor = ((daily.value[to] ?? Number.NaN) + taken_out) / base;
  return fresh > 0 && base > 0 && factor > 0 && Number.isFinite(factor) ? factor : null;
}

/** The flow that leaves a return of `factor`: money put in works from the start of the day, money taken out until its end. */
function flowFor(before: number, after: number, factor: number): number {
  const taken_out = before * factor - after;
  return taken_out > 0 ? -taken_out : after / factor - before;
}
