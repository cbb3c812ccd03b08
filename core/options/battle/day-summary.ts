import type { BattleSummary } from './battle-view.ts';

/** A choice between strategies, as it was reported. */
export interface BattleRow {
  chosen: string | null;
  regime: string | null;
  candidates_json: string;
}
export interface Candidate {
  strategy: string;
  score: number;
  reason?: string | null;
}

type DaySummary = BattleSummary['days'][number];

/**
 * How the choices of a day went: how often each strategy was weighed and chosen, and its mean score over the choices in which
 * it was weighed. The most chosen strategy comes first.
 */
export function daySummary(date: string, rows: readonly BattleRow[]): DaySummary {
  const strategies = new Map<string, { chosen: number; candidate: number; scores: number }>();
  const regimes = new Map<string | null, number>();
  let undecided = 0;
  for (const { chosen, regime, candidates_json } of rows) {
    regimes.set(regime, (regimes.get(regime) ?? 0) + 1);
    if (chosen === null) undecided += 1;
    for (const { strategy, score } of JSON.parse(candidates_json) as Candidate[]) {
      const known = strategies.get(strategy) ?? { chosen: 0, candidate: 0, scores: 0 };
      known.candidate += 1;
      known.scores += score;
      strategies.set(strategy, known);
    }
    const won = chosen === null ? undefined : strategies.get(chosen);
    if (won !== undefined) won.chosen += 1;
  }
  return {
    date,
    battles: rows.length,
    undecided,
    strategies: [...strategies]
      .map(([strategy, { chosen, candidate, scores }]) => ({
        strategy,
        chosen,
        candidate,
        mean_score: scores / candidate,
      }))
      .toSorted(
        (a, b) => b.chosen - a.chosen || b.candidate - a.candidate || (a.strategy < b.strategy ? -1 : 1),
      ),
    regimes: [...regimes]
      .map(([regime, battles]) => ({ regime, battles }))
      .toSorted((a, b) => b.battles - a.battles || ((a.regime ?? '') < (b.regime ?? '') ? -1 : 1)),
  };
}
