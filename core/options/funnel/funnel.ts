import { type Context, istDate, parseInput } from '../../platform/index.ts';
import { type Mode, MODES } from '../records/index.ts';
import type { OptionsStore } from '../store/index.ts';
import {
  addTo,
  type Example,
  type FunnelDay,
  readExamples,
  readFunnel,
  readLastSignal,
  sumOf,
} from './funnel-reads.ts';
import { type FunnelQuery, funnelQuery, funnelRules, type FunnelView } from './funnel-view.ts';
import { reasonWords } from './reason-words.ts';

export interface Funnel {
  /**
   * What became of every chance to trade: seen, filtered by reason, executed. It has every signal that was acknowledged.
   * @throws Problem 422 VALIDATION_ERROR, 503 OPTIONS_UNAVAILABLE
   */
  read(userId: string, query: FunnelQuery): Promise<FunnelView>;
}

/** Modes of the normal totals: SHADOW is asked for by its name. */
const NORMAL: readonly Mode[] = MODES.filter((mode) => mode !== 'SHADOW');

export function createFunnel({ clock }: Pick<Context, 'clock'>, store: OptionsStore): Funnel {
  return {
    async read(userId, query) {
      const today = istDate(clock.now());
      const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
      const span = { from: query.from ?? (to < today ? to : today), to };
      parseInput(funnelQuery, query, () => funnelRules(span));
      const modes: readonly Mode[] = MODES.some((mode) => mode === query.mode)
        ? MODES.filter((mode) => mode === query.mode)
        : NORMAL;
      return await store.read(userId, async (workspace) => {
        const days = (await readFunnel(workspace, span)).filter(({ mode }) => modes.includes(mode));
        const examples = await readExamples(workspace, span);
        return {
          ...span,
          modes: [...modes],
          ...totalOf(days),
          by_strategy: groupsOf(days, ({ strategy, mode }) => `${strategy} ${mode}`).map((group) =>
            strategyOf(group, examples),
          ),
          by_day: groupsOf(days, ({ day }) => day).map((group) => {
            const { reasons: _unnamed, ...counts } = totalOf(group);
            return { day: group[0].day, ...counts };
          }),
          last_signal: await readLastSignal(workspace, modes),
        };
      });
    },
  };
}

type Group = [FunnelDay, ...FunnelDay[]];

/** Days that belong together, in the order of what they share. */
function groupsOf(days: readonly FunnelDay[], keyOf: (one: FunnelDay) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const one of days) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function totalOf(days: readonly FunnelDay[]) {
  const byReason: Record<string, number> = {};
  for (const { filtered } of days)
    for (const [code, count] of Object.entries(filtered)) addTo(byReason, code, count);
  const seen = days.reduce((sum, one) => sum + one.seen, 0);
  const executed = days.reduce((sum, one) => sum + one.executed, 0);
  const filtered = sumOf(byReason);
  return {
    seen,
    filtered,
    executed,
    undecided: seen - filtered - executed,
    reasons: Object.entries(byReason)
      .map(([code, count]) => ({ code, words: reasonWords(code), count }))
      .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)),
  };
}

function strategyOf(group: Group, examples: readonly Example[]): FunnelView['by_strategy'][number] {
  const [{ strategy, mode }] = group;
  const { reasons, ...counts } = totalOf(group);
  return {
    strategy,
    mode,
    ...counts,
    reasons: reasons.map((reason) => {
      const found = examples.find(
        (one) => one.strategy === strategy && one.mode === mode && one.reason === reason.code,
      );
      return {
        ...reason,
        example:
          found === undefined ? null : { at: found.at, underlying: found.underlying, detail: found.detail },
      };
    }),
  };
}
