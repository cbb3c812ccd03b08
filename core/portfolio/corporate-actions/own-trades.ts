import { addDays, daysApart } from '../../platform/index.ts';
import { compareText } from '../ledger/index.ts';
import { isRatioKind } from './action-terms.ts';
import type { Candidate } from './candidate.ts';
import { decisionOn, isDecisionOn, ratioOf, SAME_EVENT_DAYS, SAME_RATIO } from './decision-on.ts';
import { canBeFewer, type IsinChange, isOtherCompany, ratioOfChange, shareOfIsin } from './isin-changes.ts';
import type { LedgerHistory } from './ledger-history.ts';
import type { NameOfShare } from './names.ts';
import type { LedgerActionView } from './view.ts';

/** Splits and consolidations that only the person's own trades tell of: another ISIN at another price. */
export function changesOfIsin(
  history: LedgerHistory,
  names: readonly NameOfShare[],
  announced: readonly Candidate[],
  decided: readonly LedgerActionView[],
): (Partial<Candidate> & Pick<Candidate, 'kind' | 'ex_date' | 'source'>)[] {
  const isName = new Set([history.symbol, ...history.symbols, ...names.map(({ symbol }) => symbol)]);
  const own = decided.filter(
    (one) => one.portfolio_id === history.portfolio_id && isName.has(one.symbol) && one.status !== 'UNDONE',
  );
  return history.isin_changes.flatMap((change) => {
    const around = (day: string) => changeAround(history, day) === change;
    const moves = [...own, ...announced].filter(({ kind, ex_date }) => kind !== 'RENAME' && around(ex_date));
    if (isOtherCompany(change.from_isin, change.to_isin)) return [];
    if (history.first_date >= change.on || own.some((one) => isDecisionOn(one, change))) return [];
    // A scheme brings another ISIN too, and its own terms say what became of the units.
    if (moves.some(({ kind }) => !isRatioKind(kind))) return [];
    const applied = moves.filter((one) => !('status' in one && one.status === 'DECLINED'));
    if (applied.length < moves.length) return [];
    const known = applied.filter((one) => 'status' in one || decisionOn(one, [...isName], own) === null);
    const told = known.reduce((product, one) => product * ratioOf(one), 1);
    // What is announced may be what the ledger records.
    const isRecorded = Math.abs(told / change.recorded - 1) < SAME_RATIO;
    const ratio = ratioOfChange(change, isRecorded ? 1 : told, history.currency);
    if (ratio === null ? known.length > 0 : ratio[0] === ratio[1]) return [];
    const isFewer = ratio === null ? change.price_after > change.price_before : ratio[0] < ratio[1];
    if (ratio === null && isFewer && !canBeFewer(change, isRecorded ? 1 : told)) return [];
    return [
      {
        kind: isFewer ? 'CONSOLIDATION' : 'SPLIT',
        ex_date: change.on,
        new_shares: ratio === null ? null : String(ratio[0]),
        old_shares: ratio === null ? null : String(ratio[1]),
        into_isin: change.to_isin,
        needs: ratio === null ? 'TERMS' : null,
        source: 'FILE',
      } as const,
    ];
  });
}

/** Applied changes of ISIN that later files date otherwise: trades lie on the wrong side of their day. */
export function misdated(
  histories: readonly LedgerHistory[],
  decided: readonly LedgerActionView[],
): { id: string; ex_date: string }[] {
  return histories.flatMap(({ portfolio_id, symbol, symbols, isin_changes }) =>
    isin_changes.flatMap((change) =>
      decided
        .filter(
          (one) =>
            one.status === 'APPLIED' &&
            one.portfolio_id === portfolio_id &&
            (one.symbol === symbol || symbols.includes(one.symbol)) &&
            isDecisionOn(one, change) &&
            (one.ex_date <= change.after || one.ex_date > change.on),
        )
        .map(({ id }) => ({ id, ex_date: change.on })),
    ),
  );
}

/** The change of ISIN that an action of a day explains: trades may carry the old one for some days more. */
export function changeAround({ isin_changes }: LedgerHistory, day: string): IsinChange | null {
  return (
    isin_changes.find(
      ({ after, on }) => (after < day && day <= on) || (day > on && daysApart(on, day) <= SAME_EVENT_DAYS),
    ) ?? null
  );
}

/** The histories of each share in a portfolio and currency, by its `shareKeys`. */
export type HistoriesByShare = ReadonlyMap<string, readonly LedgerHistory[]>;

const shareKeys = ({ portfolio_id, currency, isins }: LedgerHistory): string[] => [
  ...new Set(isins.map((isin) => `${portfolio_id}\0${currency}\0${shareOfIsin(isin)}`)),
];

/** Groups histories, so that a position need not be compared with all others. */
export function historiesByShare(all: readonly LedgerHistory[]): HistoriesByShare {
  const byShare = new Map<string, LedgerHistory[]>();
  for (const history of all)
    for (const key of shareKeys(history)) {
      const known = byShare.get(key);
      if (known === undefined) byShare.set(key, [history]);
      else known.push(history);
    }
  return byShare;
}

/**
 * The symbol under which the same share goes on, and the day of the change, where no list tells of it: after its last trade, or
 * beside it for a while, as files of two exchanges may name one ISIN.
 */
export function laterName(
  history: LedgerHistory,
  byShare: HistoriesByShare,
): { symbol: string; ex_date: string } | null {
  const others = [...new Set(shareKeys(history).flatMap((key) => byShare.get(key) ?? []))].filter(
    (other) => isLonger(other, history) && other.symbol !== history.symbol,
  );
  const [next] = others
    .filter((other) => other.first_date > history.last_date)
    .toSorted((a, b) => compareText(a.first_date, b.first_date) || compareText(a.symbol, b.symbol));
  if (next !== undefined) return { symbol: next.symbol, ex_date: next.first_date };
  const [beside] = others
    .filter((other) => other.isins.some((isin) => history.isins.includes(isin)))
    .toSorted((a, b) => compareText(b.last_date, a.last_date) || compareText(a.symbol, b.symbol));
  return beside === undefined ? null : { symbol: beside.symbol, ex_date: addDays(history.last_date, 1) };
}

/** Of two names that a ledger has side by side the one traded last is the new one; none of two traded last on one day. */
const isLonger = (one: LedgerHistory, other: LedgerHistory): boolean => one.last_date > other.last_date;
