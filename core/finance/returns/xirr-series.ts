import type { Decimal } from '../../platform/money.ts';

/** Money on a day: negative paid in, positive received. */
export interface DatedAmount {
  /** YYYY-MM-DD. */
  date: string;
  amount: Decimal | number;
}

/** The days on which the series moves one way: whole days since its first day, ascending, with positive amounts. */
export interface Side {
  days: Int32Array;
  amounts: Float64Array;
}

/** Cash flows as the solver wants them: one net amount a day, what came out apart from what went in. */
export interface Series {
  received: Side;
  paid: Side;
  /** Days from the first flow to the last. */
  span: number;
  /** How often the net amounts change their sign in the order of time. */
  changes: number;
}

/** What the flows say before anything is solved. */
interface ReadFlows {
  series: Series;
  hasPaid: boolean;
  hasReceived: boolean;
  /** Nothing ever came back, and the last word, after the first payment, is a worth of 0. */
  isTotalLoss: boolean;
}

/** Cash flows in any order: `days` are days since 1970-01-01, each with the amount at the same place. */
export interface DayAmounts {
  days: Int32Array;
  amounts: Float64Array;
}

/** @throws RangeError where a date is no day of the calendar or an amount is no finite number. */
export function dayAmounts(flows: readonly DatedAmount[]): DayAmounts {
  const days = new Int32Array(flows.length);
  const amounts = new Float64Array(flows.length);
  for (const [index, { date, amount: exact }] of flows.entries()) {
    const day = dayOf(date);
    const amount = typeof exact === 'number' ? exact : exact.toNumber();
    if (Number.isNaN(day) || !Number.isFinite(amount))
      throw new RangeError(`not a cash flow: ${date} ${amount}`);
    days[index] = day;
    amounts[index] = amount;
  }
  return { days, amounts };
}

/** All flows of all parts, in the order of the parts. */
export function joinDayAmounts(parts: readonly DayAmounts[]): DayAmounts {
  const count = parts.reduce((sum, { days }) => sum + days.length, 0);
  const joined = { days: new Int32Array(count), amounts: new Float64Array(count) };
  let at = 0;
  for (const { days, amounts } of parts) {
    joined.days.set(days, at);
    joined.amounts.set(amounts, at);
    at += days.length;
  }
  return joined;
}

/**
 * Reads cash flows. Amounts of one day are added together, and a day whose amounts cancel out drops out: what is left of
 * 0.1 + 0.2 - 0.3 in doubles is no flow, and would be a rate of its own.
 */
export function readFlows({ days, amounts }: DayAmounts): ReadFlows {
  let [firstPaid, lastPaid, lastNothing] = [Infinity, -Infinity, -Infinity];
  let hasReceived = false;
  let isSorted = true;
  for (let index = 0; index < days.length; index++) {
    const day = days[index] ?? 0;
    const amount = amounts[index] ?? 0;
    if (index > 0 && day < (days[index - 1] ?? 0)) isSorted = false;
    if (amount > 0) hasReceived = true;
    else if (amount === 0) lastNothing = Math.max(lastNothing, day);
    else {
      if (day < firstPaid) firstPaid = day;
      if (day > lastPaid) lastPaid = day;
    }
  }
  return {
    series: isSorted ? netted(days, amounts) : nettedInAnyOrder(days, amounts),
    hasPaid: firstPaid !== Infinity,
    hasReceived,
    isTotalLoss: !hasReceived && lastNothing > firstPaid && lastNothing >= lastPaid,
  };
}

/** Orders by day, and by the given order within a day: counts the flows of each day, then puts each in its place. */
function nettedInAnyOrder(days: Int32Array, amounts: Float64Array): Series {
  let [first, last] = [Infinity, -Infinity];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const place = new Int32Array(last - first + 2);
  for (const day of days) place[day - first + 1] = (place[day - first + 1] ?? 0) + 1;
  for (let day = 1; day < place.length; day++) place[day] = (place[day] ?? 0) + (place[day - 1] ?? 0);
  const sortedDays = new Int32Array(days.length);
  const sortedAmounts = new Float64Array(days.length);
  for (let index = 0; index < days.length; index++) {
    const day = days[index] ?? 0;
    const at = place[day - first] ?? 0;
    place[day - first] = at + 1;
    sortedDays[at] = day;
    sortedAmounts[at] = amounts[index] ?? 0;
  }
  return netted(sortedDays, sortedAmounts);
}

/** One net amount a day, from flows in the order of time. */
function netted(days: Int32Array, amounts: Float64Array): Series {
  const count = days.length;
  const received = { days: new Int32Array(count), amounts: new Float64Array(count), count: 0 };
  const paid = { days: new Int32Array(count), amounts: new Float64Array(count), count: 0 };
  let [first, last, sign, changes] = [0, 0, 0, 0];
  for (let index = 0; index < count;) {
    const day = days[index] ?? 0;
    // Neumaier's sum: what a large amount swallows of a small one is carried beside it.
    let [sum, lost, gross] = [0, 0, 0];
    for (; index < count && days[index] === day; index++) {
      const amount = amounts[index] ?? 0;
      const next = sum + amount;
      lost += Math.abs(sum) >= Math.abs(amount) ? sum - next + amount : amount - next + sum;
      sum = next;
      gross += Math.abs(amount);
    }
    const net = sum + lost;
    // Each amount is itself rounded to a double, so a net below the sum of those roundings is nothing.
    if (Math.abs(net) <= gross * Number.EPSILON) continue;
    if (sign === 0) first = day;
    else if (Math.sign(net) !== sign) changes += 1;
    sign = Math.sign(net);
    last = day;
    const side = net > 0 ? received : paid;
    side.days[side.count] = day - first;
    side.amounts[side.count] = Math.abs(net);
    side.count += 1;
  }
  return { received: cut(received), paid: cut(paid), span: last - first, changes };
}

function cut({ days, amounts, count }: Side & { count: number }): Side {
  return { days: days.subarray(0, count), amounts: amounts.subarray(0, count) };
}

const DAYS_SINCE_MARCH = [306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275];
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const dayOf = (date: string): number => (date.length === 10 ? dayAt(date, 0) : Number.NaN);

/**
 * Days since 1970-01-01 of the YYYY-MM-DD at a place of a text, NaN where it is none. Ten times as fast as Date.parse, which
 * counts here.
 */
export function dayAt(text: string, at: number): number {
  if (text.charCodeAt(at + 4) !== 45 || text.charCodeAt(at + 7) !== 45) return Number.NaN;
  const year = twoDigits(text, at) * 100 + twoDigits(text, at + 2);
  const month = twoDigits(text, at + 5);
  const day = twoDigits(text, at + 8);
  if (!(year >= 0 && month >= 1 && day >= 1 && day <= (DAYS_IN_MONTH[month - 1] ?? 0))) return Number.NaN;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2 && day === 29 && !isLeap) return Number.NaN;
  // Years begin in March here, so that the leap day is the last of its year.
  const y = month > 2 ? year : year - 1;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return y * 365 + leapDays + (DAYS_SINCE_MARCH[month - 1] ?? 0) + day - 719_469;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
