import { dayInWords, Decimal } from '../../../../platform/index.ts';
import type { StatedTotal } from '../../rows/index.ts';
import { amountIn } from '../table.ts';
import type { OfxEntry } from './entries.ts';
import type { OfxAccount, OfxRecord } from './parse-ofx.ts';
import { type OfxSecurity, securityOf } from './securities.ts';

/** Of these no money moves: a reinvestment buys for what it pays, and a journal stays within the account. */
const NO_CASH = new Set(['REINVEST', 'TRANSFER', 'JRNLSEC', 'JRNLFUND', 'CLOSUREOPT']);

/** The units at the end and, where all of them agree, the cash: it is told of files that begin with the account. */
export function closingTotals(
  account: OfxAccount,
  entries: readonly OfxEntry[],
  known: ReadonlyMap<string, OfxSecurity>,
): StatedTotal[] {
  const units = unitsOf(account, entries, known);
  const cash = cashOf(account);
  return cash !== null && units.every(({ agrees }) => agrees) ? [...units, cash] : units;
}

function cashOf({ cash, transactions }: OfxAccount): StatedTotal | null {
  const stated = amountIn(cash ?? '');
  if (stated === null) return null;
  let read = new Decimal(0);
  for (const { kind, values } of transactions) {
    if (NO_CASH.has(kind)) continue;
    const name = kind === 'INVBANKTRAN' ? 'TRNAMT' : kind === 'SPLIT' ? 'FRACCASH' : 'TOTAL';
    read = read.plus(amountIn(values.get(name) ?? '') ?? 0);
  }
  const agrees = read.minus(stated).abs().lte('0.01');
  const total = { what: 'Cash at the end', stated: stated.toFixed(), read: read.toFixed(), agrees };
  return agrees
    ? total
    : { ...total, reason: 'The file does not say how much cash there was at its beginning.' };
}

const splitFirst = (one: OfxEntry, other: OfxEntry): number =>
  Number(other.raw.fields.type === 'SPLIT') - Number(one.raw.fields.type === 'SPLIT');

/** What the statement holds at its end, beside what its entries come to. */
function unitsOf(
  account: OfxAccount,
  entries: readonly OfxEntry[],
  known: ReadonlyMap<string, OfxSecurity>,
): StatedTotal[] {
  const held = new Map<string, Decimal>();
  const inOrder = entries.toSorted((one, other) => {
    const [a, b] = [one.raw.fields.date ?? '', other.raw.fields.date ?? ''];
    // A split happens in the morning, before the trades of its day.
    return a < b ? -1 : a > b ? 1 : splitFirst(one, other);
  });
  for (const { security, moves } of inOrder) {
    if (moves === undefined) continue;
    const before = held.get(security) ?? new Decimal(0);
    held.set(security, 'ratio' in moves ? before.times(moves.ratio) : before.plus(moves.units));
  }
  const stated = new Map<string, { units: Decimal; record: OfxRecord }>();
  for (const record of account.positions) {
    const id = record.values.get('UNIQUEID') ?? '';
    const units = amountIn(record.values.get('UNITS') ?? '');
    if (units === null || id === '' || record.kind === 'POSOPT' || securityOf(record, known).isOption)
      continue;
    stated.set(id, { units: units.plus(stated.get(id)?.units ?? 0), record });
  }
  const from = /^(\d{4})(\d{2})(\d{2})/.exec(account.from);
  return [...stated].map(([id, { units, record }]) => {
    const read = held.get(id) ?? new Decimal(0);
    const agrees = read.minus(units).abs().lte('0.001');
    const total = {
      what: `Units of ${securityOf(record, known).symbol} at the end`,
      stated: units.toFixed(),
      read: read.toFixed(),
      agrees,
    };
    if (agrees || from === null) return total;
    return {
      ...total,
      reason: `The file begins on ${dayInWords(`${from[1]}-${from[2]}-${from[3]}`)}; what was bought before is not in it.`,
    };
  });
}
