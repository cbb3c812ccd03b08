import { populationVariance } from '../../../../core/finance/risk/index.ts';
import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import type {
  Ranking,
  RankingMember,
  Score,
  UnrankableReason,
} from '../../../../core/strategies/signals/index.ts';

interface SlowRanking {
  ranked: { security: number; score: number }[];
  unrankable: { security: number; reason: UnrankableReason }[];
  /** Whether two different shares have scores that only rounding tells apart: either may come first. */
  is_close: boolean;
}

/** A second computation of rankings: from lists of the whole past, with formulas of another form. */
export function slowRanking(panel: PricePanel, { mode, members }: Ranking, at: number): SlowRanking {
  const active = members.filter(({ weight }) => mode === 'off' || weight > 0);
  const ranked: { security: number; past: number[]; scores: number[] }[] = [];
  const unrankable: SlowRanking['unrankable'] = [];
  for (const security of panel.securities.keys()) {
    const past = adjustedPast(panel, security, at);
    const scores = active.map((member) => scoreOf(past, member));
    const reason = scores.find((score) => typeof score === 'string');
    if (reason === undefined) ranked.push({ security, past, scores: scores as number[] });
    else unrankable.push({ security, reason });
  }
  const total = ({ scores }: { scores: number[] }): number => {
    if (mode === 'off') return scores[0] ?? Number.NaN;
    let [sum, weights] = [0, 0];
    for (const [nr, { weight }] of active.entries()) {
      const all = ranked.map((one) => one.scores[nr] ?? Number.NaN);
      const own = scores[nr] ?? Number.NaN;
      weights += weight;
      if (mode === 'rank_average') {
        const above = all.filter((score) => score > own).length;
        const alike = all.filter((score) => score === own).length;
        sum -= weight * (above + (alike + 1) / 2);
      } else {
        const deviation = Math.sqrt(populationVariance(all));
        const mean = all.reduce((one, other) => one + other, 0) / all.length;
        // As far as rounding goes, all of them are alike.
        const isAlike = deviation <= 1e-12 * Math.max(...all.map(Math.abs));
        sum += isAlike ? 0 : (weight * (own - mean)) / deviation;
      }
    }
    return sum / weights;
  };
  const is_close = ranked.some((one) =>
    ranked.some(
      (other) =>
        one.past.join() !== other.past.join() &&
        one.scores.some(
          (score, nr) => Math.abs(score - (other.scores[nr] ?? 0)) < 1e-9 * Math.max(1, Math.abs(score)),
        ),
    ),
  );
  return {
    ranked: ranked.map((one) => ({ security: one.security, score: total(one) })),
    unrankable,
    is_close,
  };
}

/** Closes up to a session in the shares of that session, oldest first; NaN without one. */
function adjustedPast(panel: PricePanel, security: number, at: number): number[] {
  return panel.days.slice(0, at + 1).map((day, session) => {
    let close = panel.closes[security * panel.days.length + session] ?? Number.NaN;
    for (const action of panel.actions)
      if (action.security === security && action.ex_date > day && action.ex_date <= (panel.days[at] ?? ''))
        close *= Number(action.old_shares) / Number(action.new_shares);
    return close;
  });
}

function nearest(past: readonly number[], back: number): number {
  const place = past.length - 1 - back;
  return (
    past.slice(Math.max(0, place - 5), Math.max(0, place + 1)).findLast((close) => close > 0) ?? Number.NaN
  );
}

function scoreOf(past: readonly number[], { strategy, params }: RankingMember): Score {
  if (!((past.at(-1) ?? Number.NaN) > 0)) return 'NO_PRICE';
  if (strategy === 'momentum_12_1' || strategy === 'momentum_6_1') {
    const from = nearest(past, params['lookback_sessions'] ?? 0);
    const to = nearest(past, params['skip_sessions'] ?? 0);
    if (Number.isNaN(from)) return 'SHORT_HISTORY';
    return Number.isNaN(to) ? 'GAPS' : (to - from) / from;
  }
  const sessions = (params['window_sessions'] ?? 0) + (strategy === 'low_volatility' ? 1 : 0);
  if (Number.isNaN(nearest(past, sessions - 1))) return 'SHORT_HISTORY';
  const points = past
    .slice(-sessions)
    .map((close, x) => ({ x, y: Math.log(close) }))
    .filter(({ y }) => !Number.isNaN(y));
  if (points.length < 0.9 * sessions) return 'GAPS';
  const ys = points.map(({ y }) => y);
  if (strategy === 'low_volatility') {
    const deviation = Math.sqrt(populationVariance(ys.slice(1).map((y, nr) => y - (ys[nr] ?? 0))));
    return deviation > 1e-9 ? -deviation * Math.sqrt(252) : 'NO_VARIATION';
  }
  if (!(Math.sqrt(populationVariance(ys)) > 1e-9)) return 'NO_VARIATION';
  // The normal equations, and R² as what the line leaves unexplained.
  const n = points.length;
  const sum = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const [x, y, xx, xy] = [sum((p) => p.x), sum((p) => p.y), sum((p) => p.x * p.x), sum((p) => p.x * p.y)];
  const slope = (n * xy - x * y) / (n * xx - x * x);
  const start = (y - slope * x) / n;
  const rest = sum((p) => (p.y - start - slope * p.x) ** 2);
  const all = sum((p) => (p.y - y / n) ** 2);
  return (Math.exp(252 * slope) - 1) * (1 - rest / all);
}
