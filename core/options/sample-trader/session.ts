import { CLOSES, compact, every, momentAt, OPENS, weekdayOf, type Session } from './days.ts';
import { BLOCK, isBlocked, weekOf } from './events.ts';
import { ivRankAt, spotAt, UNDERLYINGS } from './market.ts';
import { isBullish } from './market-reports.ts';
import { chance, pick, sway } from './random.ts';
import { STRATEGIES, type Strategy } from './strategies.ts';
import { closedTradeOf, executionsOf, positionOf, type Rec, regimeAt, type TradePlan } from './trade.ts';

const BROKER = 'sample-broker';
const WEDNESDAY = 3;
const THURSDAY = 4;
const LATE_ENTRY = 15 * 60 + 5;
const MORNING_EXIT = 9 * 60 + 40;
const CAPITAL = 800_000;

/** The first session of its week from a weekday on. */
const isFirstFrom = ({ day, before }: Session, weekday: number): boolean =>
  weekdayOf(day) >= weekday &&
  (before === null || weekOf(before) !== weekOf(day) || weekdayOf(before) < weekday);

/** The broker has a bad hour every second week, and its positions differ in the weeks between. */
const hasBadSpell = (session: Session): boolean =>
  weekOf(session.day) % 2 === 0 && isFirstFrom(session, WEDNESDAY);
const hasMismatch = (session: Session): boolean =>
  weekOf(session.day) % 2 === 1 && isFirstFrom(session, THURSDAY);

// ── The broker ──────────────────────────────────────────────────────────────────────────────────────

export function brokerOf(session: Session): Rec[] {
  const { day } = session;
  const bad = hasBadSpell(session);
  const health = every(OPENS, CLOSES, 1).map((minute): Rec => {
    const isBad = bad && minute >= 11 * 60 && minute < 12 * 60;
    const fails = isBad && chance('down', day, minute) < 0.45;
    const latency = Math.round((isBad ? 2_400 : 110) * (1 + 0.3 * sway('latency', day, minute)));
    return {
      id: `sample-health-${compact(day)}-${minute}`,
      kind: 'broker_health',
      at: momentAt(day, minute, 15),
      broker: BROKER,
      ok: !fails,
      latency_ms: fails ? null : latency,
      quote_age_s: isBad ? 9 + Math.round(8 * chance('age', day, minute)) : 1,
      error: fails ? 'gateway timeout' : null,
    };
  });
  const margins = every(9 * 60 + 30, CLOSES, 30).map((minute): Rec => {
    const open = Object.values(STRATEGIES).filter(
      ({ mode, entersAt, exitsAt }) => mode === 'LIVE' && entersAt <= minute && minute < exitsAt,
    );
    const used = 60_000 + open.reduce((sum, { margin }) => sum + margin, 0);
    return {
      id: `sample-margin-${compact(day)}-${minute}`,
      kind: 'margin',
      at: momentAt(day, minute, 20),
      broker: BROKER,
      used,
      available: CAPITAL - used,
    };
  });
  const [plan] = plansOf(session, STRATEGIES.spread);
  const symbol = String((executionsOf(plan as TradePlan, 'entry')[0] as Rec)['symbol']);
  const differences = hasMismatch(session)
    ? [
        {
          symbol,
          expected: 0,
          found: -UNDERLYINGS.NIFTY.lot,
          detail: 'The broker still shows a leg that was closed.',
        },
      ]
    : [];
  const reconciled: Rec = {
    id: `sample-recon-${compact(day)}`,
    kind: 'reconciliation',
    at: momentAt(day, 15 * 60 + 45),
    broker: BROKER,
    differences,
  };
  return [...health, ...margins, reconciled];
}

// ── Trades ──────────────────────────────────────────────────────────────────────────────────────────

const entryOf = ({ entersAt }: Strategy, day: string): number =>
  isBlocked(day) && entersAt < BLOCK.until ? BLOCK.until + 10 : entersAt;

/** The trades of a strategy that begin on a day: one within it, and one over night where there is a next session. */
function plansOf({ day, after }: Session, strategy: Strategy): TradePlan[] {
  const bullish = isBullish(strategy.underlying, day);
  const name = strategy.name.replace('sample_', '').replaceAll('_', '-');
  const shared = { strategy, mode: strategy.mode, bullish };
  const within: TradePlan = {
    ...shared,
    tag: `sample-${name}-${compact(day)}`,
    opened: { day, minute: entryOf(strategy, day) },
    closed: { day, minute: strategy.exitsAt },
  };
  const overNight: TradePlan = {
    ...shared,
    tag: `sample-${name}-${compact(day)}-late`,
    opened: { day, minute: LATE_ENTRY },
    closed: { day: after ?? day, minute: after === null ? CLOSES : MORNING_EXIT },
  };
  return [within, overNight];
}

const whole = (plan: TradePlan): Rec[] => [
  ...executionsOf(plan, 'entry'),
  positionOf(plan, 'OPEN', plan.opened.day, plan.opened.minute + 1),
  ...executionsOf(plan, 'exit'),
  closedTradeOf(plan),
];

/** How each strategy's trade stands at the end of a day, before the night. */
const STATES = new Map<string, string>([
  [STRATEGIES.ironCondor.name, 'OPEN'],
  [STRATEGIES.strangle.name, 'PROFIT_LOCK'],
  [STRATEGIES.spread.name, 'EXPIRY_APPROACH'],
]);

export function tradesOf(session: Session, strategies: readonly Strategy[], isRecent: boolean): Rec[] {
  return strategies.flatMap((strategy) => {
    const [within, overNight] = plansOf(session, strategy) as [TradePlan, TradePlan];
    const trades = whole(within);
    trades.push(positionOf(within, 'CLOSING', session.day, strategy.exitsAt - 1));
    if (!isRecent) return trades;
    trades.push(...executionsOf(overNight, 'entry'));
    trades.push(positionOf(overNight, STATES.get(strategy.name) ?? 'OPEN', session.day, 15 * 60 + 20));
    // What was opened in the last session is still open.
    if (session.after !== null) trades.push(...executionsOf(overNight, 'exit'), closedTradeOf(overNight));
    return trades;
  });
}

// ── How strategies were chosen ──────────────────────────────────────────────────────────────────────

/** Why a strategy does not enter now, with the numbers; null where nothing speaks against it. */
function refusalOf(
  strategy: Strategy,
  day: string,
  minute: number,
): { reason: string; detail: string } | null {
  const { underlying } = strategy;
  const entry = entryOf(strategy, day);
  if (isBlocked(day) && minute >= BLOCK.from && minute < BLOCK.until)
    return { reason: 'EVENT_BLOCK', detail: 'Monetary policy (sample) until 11:00' };
  const rank = ivRankAt(underlying, day, minute);
  if (minute < entry && rank < 40)
    return { reason: 'IV_RANK_LOW', detail: `IV rank ${rank.toFixed(0)}, needs 40` };
  if (minute >= entry && minute < strategy.exitsAt)
    return { reason: 'POSITION_OPEN', detail: 'Already in a trade of this strategy' };
  if (minute >= strategy.exitsAt) return { reason: 'TOO_LATE', detail: 'No new entry this late in the day' };
  const moved = Math.abs(spotAt(underlying, day, minute) / spotAt(underlying, day, OPENS) - 1) * 100;
  if (moved > 0.1)
    return { reason: 'TREND_TOO_STRONG', detail: `Moved ${moved.toFixed(2)}% since the open, limit 0.10%` };
  const apart = 0.3 + 0.5 * chance('apart', strategy.name, day, minute);
  if (apart > 0.6)
    return { reason: 'SPREAD_TOO_WIDE', detail: `Bid and ask ${apart.toFixed(2)}% apart, limit 0.60%` };
  const score = scoreOf(strategy, day, minute);
  return score < 0.4 ? { reason: 'SCORE_LOW', detail: `Score ${score}, needs 0.40` } : null;
}

const scoreOf = (strategy: Strategy, day: string, minute: number): number =>
  Number((0.5 + 0.35 * sway('score', strategy.name, day, minute)).toFixed(2));

/** Strategies look every five minutes until they have entered, and seldom after that. */
const LOOKS_AT = [...every(9 * 60 + 20, 11 * 60 + 30, 5), ...every(12 * 60, 15 * 60, 60)];

export function choicesOf({ day }: Session, strategies: readonly Strategy[]): Rec[] {
  return LOOKS_AT.flatMap((minute): Rec[] => {
    const weighed = strategies.map((strategy) => ({
      strategy,
      score: scoreOf(strategy, day, minute),
      refusal: refusalOf(strategy, day, minute),
    }));
    const [best] = weighed
      .filter(({ refusal }) => refusal === null)
      .toSorted((one, other) => other.score - one.score);
    const at = `${compact(day)}-${minute}`;
    const battle: Rec = {
      id: `sample-battle-${at}`,
      kind: 'strategy_battle',
      at: momentAt(day, minute),
      underlying: 'NIFTY',
      chosen: best?.strategy.name ?? null,
      regime: regimeAt('NIFTY', day),
      candidates: weighed.map(({ strategy, score, refusal }) => ({
        strategy: strategy.name,
        score,
        reason: refusal?.detail ?? null,
      })),
    };
    // That it is in a trade already is said once an hour.
    const told = weighed.filter(({ refusal }) => refusal?.reason !== 'POSITION_OPEN' || minute % 60 === 0);
    const signals = told.map(({ strategy, score, refusal }): Rec => {
      const others = weighed.filter((one) => one.strategy !== strategy && one.refusal !== null);
      return {
        id: `sample-signal-${strategy.name}-${at}`,
        kind: 'signal',
        at: momentAt(day, minute, 10),
        mode: strategy.mode,
        strategy: strategy.name,
        underlying: strategy.underlying,
        outcome: refusal === null ? 'SEEN' : 'FILTERED',
        reason: refusal?.reason ?? null,
        detail:
          refusal?.detail ?? pick(['Waits for its time', 'Waits for a better price'], at, strategy.name),
        tag: null,
        regime: { name: regimeAt(strategy.underlying, day) },
        rejected_strategies: others.map((one) => ({
          strategy: one.strategy.name,
          reason: one.refusal?.detail ?? '',
          score: one.score,
        })),
        score,
      };
    });
    return [battle, ...signals];
  });
}

/** One signal for each trade that was entered. */
export function entriesOf(session: Session, strategies: readonly Strategy[], isRecent: boolean): Rec[] {
  return strategies.flatMap((strategy) =>
    plansOf(session, strategy)
      .slice(0, isRecent ? 2 : 1)
      .map(({ tag, opened }): Rec => ({
        id: `sample-signal-${tag}`,
        kind: 'signal',
        at: momentAt(opened.day, opened.minute),
        mode: strategy.mode,
        strategy: strategy.name,
        underlying: strategy.underlying,
        outcome: 'EXECUTED',
        reason: null,
        detail: null,
        tag,
        regime: { name: regimeAt(strategy.underlying, opened.day) },
        rejected_strategies: [],
        score: 0.8,
      })),
  );
}
