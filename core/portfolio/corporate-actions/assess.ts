import {
  deliveredAlready,
  readLedgerRows,
  type MorningRecord,
  recordedOfMorning,
} from '../positions/index.ts';
import { PositionState, compareInReplay, type LedgerTransaction } from '../ledger/index.ts';
import { isRatioKind, type PositionTerms } from './action-terms.ts';
import {
  FIXED_ONE,
  type Fixed,
  fixedText,
  fixedToNumber,
  parseFixed,
  type DbTransaction,
} from '../../platform/index.ts';

/** What an action would do to the position of a ledger as it stands. */
export interface Assessment {
  /** Units at the end of the day before the ex-date. */
  units_before: number;
  /** Units that these become, or, of a merger and demerger, units of the other share that come. Whole ones. */
  units_after: number;
  /** The part of a share that is paid out in cash. */
  fraction: number;
  /** The ledger records its effect already. */
  is_recorded: boolean;
  /**
   * Of a merger or demerger: the new shares were recorded as free ones, without the cost and the dates of the old ones. It does
   * nothing until these rows are deleted.
   */
  is_delivered: boolean;
  /** Free shares in the ledger may be its effect or that of another action of the same morning. */
  is_ambiguous: boolean;
  /** Of a consolidation: later sales need more shares than it leaves. */
  oversells: boolean;
  /** The holding keeps its own quantity, and that equals what the transactions come to without the action. */
  is_contained: boolean;
}

interface Position {
  rows: LedgerTransaction[];
  /** Today's units by the ledger, and as the holding itself says; null where it says none. */
  ledger: string | null;
  stated: string | null;
}

/**
 * Looks at each of some actions by itself, in the order given.
 * @param applied those that are a part of the ledger: a recorded row that stands for one of them stands for no other.
 */
export async function assessActions(
  trx: DbTransaction,
  terms: readonly PositionTerms[],
  applied: readonly PositionTerms[],
): Promise<Assessment[]> {
  const wanted = terms.flatMap(({ portfolio_id, position, into_symbol }) => [
    [portfolio_id, position] as const,
    ...(into_symbol === null ? [] : [[portfolio_id, into_symbol] as const]),
  ]);
  const positions = await readPositions(trx, wanted);
  const before = new Map<string, Fixed>();
  const heldBefore = ({ portfolio_id, position, ex_date }: PositionTerms, splits: CountedSplits): Fixed => {
    const at = [portfolio_id, position, ex_date, splits].join('\0');
    const { rows } = positions.get(keyOf(portfolio_id, position)) ?? NOTHING;
    const held = before.get(at) ?? unitsBefore(rows, ex_date, splits);
    before.set(at, held);
    return held;
  };
  const mornings = recordedRows(positions, [...terms, ...applied], (one) => heldBefore(one, 'RECORDED'));
  return terms.map((one) => {
    const position = positions.get(keyOf(one.portfolio_id, one.position)) ?? NOTHING;
    const morning = mornings.get(morningOf(one));
    // A bonus is given on what a split of its morning made.
    const held =
      one.kind === 'BONUS' ? heldBefore(one, 'ALL') + (morning?.credited ?? 0n) : heldBefore(one, 'NONE');
    const given = one.new_shares === null ? held : scaled(held, one.new_shares, one.old_shares ?? '1');
    const isWhole =
      held % FIXED_ONE === 0n && !position.rows.some((row) => row.asset_class === 'Mutual Fund');
    const fraction = isWhole ? given % FIXED_ONE : 0n;
    const isMove = one.kind === 'MERGER' || one.kind === 'DEMERGER';
    const other = positions.get(keyOf(one.portfolio_id, one.into_symbol ?? '')) ?? NOTHING;
    const recorded = isMove
      ? deliveredAlready(other.rows, one, given)
      : (morning?.effects.get(one)?.rows ?? []);
    const isAmbiguous = morning?.ambiguous.has(one) === true;
    const { ledger, stated } = isMove ? other : position;
    return {
      units_before: fixedToNumber(held),
      units_after: fixedToNumber(given - fraction),
      fraction: fixedToNumber(fraction),
      is_recorded: recorded.length > 0 && !isMove && !isAmbiguous,
      is_delivered: recorded.length > 0 && isMove,
      is_ambiguous: isAmbiguous,
      oversells: oversells(position.rows, one),
      is_contained:
        one.kind !== 'RENAME' &&
        stated !== null &&
        ledger !== null &&
        parseFixed(stated) > 0n &&
        parseFixed(stated) === parseFixed(ledger),
    };
  });
}

const NOTHING: Position = { rows: [], ledger: null, stated: null };

function scaled(units: Fixed, to: string, from: string): Fixed {
  return (units * parseFixed(to)) / parseFixed(from);
}

const morningOf = ({ portfolio_id, position, ex_date }: PositionTerms): string =>
  [portfolio_id, position, ex_date].join('\0');

/**
 * Recorded rows with the effect of splits, bonuses and consolidations, by morning. An action gets rows of its own kind first,
 * so that free shares count for a later bonus and not for the split before it.
 */
function recordedRows(
  positions: ReadonlyMap<string, Position>,
  known: readonly PositionTerms[],
  heldBefore: (one: PositionTerms) => Fixed,
): Map<string, MorningRecord<PositionTerms>> {
  const mornings = new Map<string, PositionTerms[]>();
  for (const one of known.filter(({ kind }) => isRatioKind(kind)))
    mornings.set(morningOf(one), [...(mornings.get(morningOf(one)) ?? []), one]);
  const records = new Map<string, MorningRecord<PositionTerms>>();
  const explained = new Set<LedgerTransaction>();
  for (const isOwnKind of [true, false])
    for (const [key, actions] of mornings) {
      const [first] = actions;
      if (first === undefined) continue;
      const { rows } = positions.get(keyOf(first.portfolio_id, first.position)) ?? NOTHING;
      const open = rows.filter((row) => !explained.has(row));
      const earlier = records.get(key);
      const found = recordedOfMorning(open, actions.toSorted(byKind), heldBefore(first), {
        isOwnKind,
        known: earlier?.effects,
      });
      for (const one of earlier?.ambiguous ?? []) found.ambiguous.add(one);
      records.set(key, found);
      for (const { rows: own } of found.effects.values()) for (const row of own) explained.add(row);
    }
  return records;
}

/** A bonus is given on what a split of its morning made. */
const byKind = (a: PositionTerms, b: PositionTerms): number =>
  Number(a.kind === 'BONUS') - Number(b.kind === 'BONUS');

/** Splits of the day itself that are counted: none, those that were recorded, or those of applied actions too. */
type CountedSplits = 'NONE' | 'RECORDED' | 'ALL';

/** Units that the ledger counts at the end of the day before, and after splits of the day itself. */
export function unitsBefore(
  rows: readonly LedgerTransaction[],
  day: string,
  splits: CountedSplits = 'NONE',
): Fixed {
  const isCounted = (row: LedgerTransaction) =>
    row.type === 'SPLIT' && (splits === 'ALL' || (splits === 'RECORDED' && !row.action_id));
  const end = rows.findIndex((row) => row.date > day || (row.date === day && !isCounted(row)));
  return replayed(end === -1 ? rows : rows.slice(0, end))?.quantity ?? 0n;
}

/** True for a consolidation after which sales lack more units than they do without it. */
export function oversells(
  rows: readonly LedgerTransaction[],
  {
    kind,
    ex_date,
    new_shares,
    old_shares,
  }: Pick<PositionTerms, 'kind' | 'ex_date' | 'new_shares' | 'old_shares'>,
): boolean {
  const [first] = rows;
  if (kind !== 'CONSOLIDATION' || new_shares === null || first === undefined) return false;
  const consolidation: LedgerTransaction = {
    ...first,
    id: null,
    type: 'SPLIT',
    date: ex_date,
    quantity: fixedText(scaled(FIXED_ONE, new_shares, old_shares ?? '1')),
    price: '0',
    fee_tax: '0',
    action_id: 'consolidation',
  };
  return unmatched([...rows, consolidation].sort(compareInReplay)) > unmatched(rows);
}

/** Units that rows in replay order sell without having them. */
function unmatched(rows: readonly LedgerTransaction[]): Fixed {
  return (replayed(rows)?.unmatched ?? []).reduce((sum, one) => sum + one.quantity, 0n);
}

/** The position after rows in replay order; rows that the ledger refuses do not count. */
function replayed(rows: readonly LedgerTransaction[]): PositionState | null {
  let state: PositionState | null = null;
  for (const row of rows) {
    const next: PositionState = (state ?? new PositionState(row)).readyFor(row);
    if (next.apply(row) === null) state = next;
  }
  return state;
}

async function readPositions(
  trx: DbTransaction,
  keys: readonly (readonly [portfolioId: string, symbol: string])[],
): Promise<Map<string, Position>> {
  const distinct = [...new Map(keys.map((key) => [keyOf(...key), key])).values()];
  const pairs = [distinct.map(([id]) => id), distinct.map(([, symbol]) => symbol)];
  const positions = new Map<string, Position>();
  const { rows: quantities } = await trx.raw<{
    rows: { portfolio_id: string; symbol: string; ledger: string | null; stated: string | null }[];
  }>(
    `select k.portfolio_id::text, k.symbol, l.quantity::text as ledger,
       case when h.source <> 'LEDGER' then h.quantity::text end as stated
     from unnest(?::bigint[], ?::text[]) as k (portfolio_id, symbol)
     left join portfolio.positions l on l.portfolio_id = k.portfolio_id and l.symbol = k.symbol
     left join portfolio.holdings h on h.portfolio_id = k.portfolio_id and h.symbol = k.symbol`,
    pairs,
  );
  for (const { portfolio_id, symbol, ledger, stated } of quantities)
    positions.set(keyOf(portfolio_id, symbol), { rows: [], ledger, stated });
  const wanted = distinct.map(([portfolio_id, symbol]) => ({ portfolio_id, symbol }));
  const rows = await readLedgerRows(trx, { keys: wanted });
  for (const row of rows) positions.get(keyOf(row.portfolio, row.symbol))?.rows.push(row);
  for (const position of positions.values()) position.rows.sort(compareInReplay);
  return positions;
}

const keyOf = (portfolioId: string, symbol: string): string => `${portfolioId}\0${symbol}`;
