import type { HoldingView } from '../records/index.ts';
import type { Page } from '../../platform/index.ts';
import { type UndecidedAction, undecidedReason } from './undecided.ts';

type Answers = HoldingView | HoldingView[] | Page<HoldingView>;
/** The use-cases of holdings that answer with holdings. */
const MARKED = ['list', 'all', 'get', 'ofSymbol', 'create', 'update', 'restore', 'updatePrice'] as const;
type Marked = Record<(typeof MARKED)[number], (userId: string, ...rest: never[]) => Promise<Answers>>;

/** A holding with the mark of the corporate actions that wait for a decision. */
export function marked(holding: HoldingView, undecided: readonly UndecidedAction[]): HoldingView {
  const own = undecided.filter(
    ({ portfolio, symbol }) => portfolio === holding.portfolio && symbol === holding.symbol,
  );
  return { ...holding, provisional_reason: undecidedReason(own) };
}

/** Holdings that say which corporate actions may still change them. */
export function withUndecidedMarks<T extends Marked>(
  holdings: T,
  readUndecided: (userId: string) => Promise<readonly UndecidedAction[]>,
): T {
  const wrapped = MARKED.map((name) => {
    const call = holdings[name] as (userId: string, ...rest: unknown[]) => Promise<Answers>;
    return [
      name,
      async (userId: string, ...rest: unknown[]): Promise<Answers> => {
        const answer = await call(userId, ...rest);
        const undecided = await readUndecided(userId);
        if (undecided.length === 0) return answer;
        const mark = (one: HoldingView) => marked(one, undecided);
        if (Array.isArray(answer)) return answer.map(mark);
        return 'items' in answer ? { ...answer, items: answer.items.map(mark) } : mark(answer);
      },
    ];
  });
  return { ...holdings, ...Object.fromEntries(wrapped) } as T;
}
