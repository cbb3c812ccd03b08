import { NETWORTH, type HoldingView, type PortfolioView } from '../records/index.ts';
import type { ExportService } from '../imports/index.ts';
import type { Page } from '../../platform/index.ts';
import { type UndecidedAction, undecidedOn, undecidedReason } from './undecided.ts';

/** Reads the symbols of a person with a corporate action that waits for a decision. */
export type ReadUndecided = (userId: string) => Promise<readonly UndecidedAction[]>;

/** An answer with figures that waiting corporate actions may change; `provisional_reason` says which, null where none does. */
interface Provisional {
  provisional_reason: string | null;
}

/** Writes the mark of an answer. */
type Mark<V> = (answer: V, undecided: readonly UndecidedAction[]) => V;

/** The actions of a portfolio, or all for Networth. */
export const undecidedIn = (
  undecided: readonly UndecidedAction[],
  portfolio: string | null,
): readonly UndecidedAction[] =>
  undecided.filter((one) => portfolio === null || portfolio === NETWORTH || one.portfolio === portfolio);

/** Why the figures of one share of one portfolio may still change; null where nothing waits. */
const reasonOf = (
  share: { portfolio: string; symbol: string },
  undecided: readonly UndecidedAction[],
): string | null =>
  undecidedReason(
    undecided.filter(({ portfolio, symbol }) => portfolio === share.portfolio && symbol === share.symbol),
  );

/** A holding with the mark of the corporate actions that wait for a decision. */
export const markedHolding: Mark<HoldingView> = (holding, undecided) => ({
  ...holding,
  provisional_reason: reasonOf(holding, undecided),
});

/** A portfolio with the mark of its shares. */
export const markedPortfolio: Mark<PortfolioView> = (one, undecided) => ({
  ...one,
  provisional_reason: undecidedReason(undecidedIn(undecided, one.is_protected ? null : one.name)),
});

/** An event of one share with the marks of the actions up to its day. */
export function markedEvent<V extends Provisional & { portfolio: string; symbol: string; date: string }>(
  event: V,
  undecided: readonly UndecidedAction[],
): V {
  return { ...event, provisional_reason: undecidedReason(undecidedOn(undecided, event, event.date)) };
}

/**
 * A report with the mark of its portfolio, if it has a place for one. Of a report about one share, or with a list of shares,
 * only these shares count.
 */
export function markedReport<V>(report: V, undecided: readonly UndecidedAction[]): V {
  if (undecided.length === 0 || !canBeProvisional(report)) return report;
  const { portfolio = null, symbol = null, items } = report as Shares;
  const shares = symbol === null ? items : [{ symbol }];
  const shown = shares && new Set(shares.map((one) => upper(one.symbol)));
  const own = undecidedIn(undecided, portfolio).filter((one) => shown?.has(upper(one.symbol)) ?? true);
  return { ...report, provisional_reason: undecidedReason(own) };
}

/** The shares that a report is about. */
interface Shares {
  portfolio?: string | null;
  symbol?: string | null;
  items?: readonly { symbol?: string | null }[];
}

const upper = (symbol: string | null | undefined): string => symbol?.trim().toUpperCase() ?? '';

/** True for an answer that has a place for the mark. */
export const canBeProvisional = (report: unknown): report is Provisional =>
  typeof report === 'object' && report !== null && 'provisional_reason' in report;

type Answers<V> = V | V[] | Page<V> | null;

/** The export of holdings with the marks of those that corporate actions may change. */
export const markedExports = (exports: ExportService, readUndecided: ReadUndecided): ExportService => ({
  async csv(userId, query) {
    if (query.type !== 'holdings') return await exports.csv(userId, query);
    const undecided = await readUndecided(userId);
    return await exports.csv(
      userId,
      query,
      undecided.length === 0 ? null : (holding) => reasonOf(holding, undecided),
    );
  },
});

/** A service whose use-cases of these names answer with marks: one answer, a list, a page, or null. */
export function withUndecidedMarks<
  V extends object,
  N extends string,
  T extends Record<N, (userId: string, ...rest: never[]) => Promise<Answers<V>>>,
>(service: T, names: readonly N[], mark: Mark<V>, readUndecided: ReadUndecided): T {
  type Answer = Answers<V>;
  const wrapped = names.map((name) => {
    const call: unknown = service[name];
    const ask = call as (userId: string, ...rest: unknown[]) => Promise<Answer>;
    return [
      name,
      async (userId: string, ...rest: unknown[]): Promise<Answer> => {
        const answer = await ask(userId, ...rest);
        if (answer === null) return null;
        const undecided = await readUndecided(userId);
        if (undecided.length === 0) return answer;
        if (Array.isArray(answer)) return answer.map((one) => mark(one, undecided));
        return 'items' in answer
          ? { ...answer, items: answer.items.map((one) => mark(one, undecided)) }
          : mark(answer, undecided);
      },
    ];
  });
  return { ...service, ...(Object.fromEntries(wrapped) as Partial<T>) };
}
