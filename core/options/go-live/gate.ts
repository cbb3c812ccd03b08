import { dayInWords } from '../../platform/index.ts';
import { above, atLeast, atMost, type Criterion, unknown } from '../criteria/index.ts';
import { usefulnessCriteria } from '../market-views/index.ts';
import type { Evidence, SharedEvidence, TradeEvidence } from './gate-evidence.ts';
import {
  BROKER_SESSIONS,
  REPORTS_NEEDED,
  SESSIONS_NEEDED,
  SLIPPAGE_SESSIONS,
  TRADES_NEEDED,
} from './gate-limits.ts';
import { INTERVAL } from './mean-interval.ts';

/** Limits that are settings, and the strategy whose market analyses have to be useful. */
export interface GateSettings {
  /** Rupees that returns are measured against. */
  capital: number;
  maxDrawdownPct: number;
  maxSlippagePct: number;
  aiStrategy: string;
}

/** True where everything is known and passed. What is unknown has not passed. */
export const isPassed = (criteria: readonly Criterion[]): boolean =>
  criteria.every(({ passed }) => passed === true);

/** What a strategy needs to trade beside the market: it reports. It spends nothing there, so it proves nothing before. */
export const shadowCriteria = ({ reports }: Pick<Evidence, 'reports'>): Criterion[] => [
  atLeast(
    { code: 'REPORTS', title: 'Signals and closed trades reported', limit: REPORTS_NEEDED, unit: 'COUNT' },
    reports,
    reports >= REPORTS_NEEDED ? `Counting ends at ${REPORTS_NEEDED}.` : null,
  ),
];

/**
 * The confidence gate: what a strategy needs to trade with money (decisions: Options workspace). Its trades in dry run and in
 * shadow are taken together.
 */
export function liveCriteria(strategy: string, evidence: Evidence, settings: GateSettings): Criterion[] {
  const { trades } = evidence;
  return [
    atLeast(
      {
        code: 'TRADES',
        title: 'Closed trades in dry run or shadow',
        limit: TRADES_NEEDED,
        unit: 'COUNT',
      },
      trades.trades,
    ),
    atLeast(
      {
        code: 'SESSIONS',
        title: 'Exchange sessions with a closed trade',
        limit: SESSIONS_NEEDED,
        unit: 'COUNT',
      },
      trades.sessions,
    ),
    atMost(
      { code: 'RESULTS_KNOWN', title: 'Trades with an unknown net result', limit: 0, unit: 'COUNT' },
      trades.unknown,
      trades.unknown === 0 ? null : 'Report them again under the same tag, with all prices and costs.',
    ),
    ...expectancy(trades),
    drawdown(trades, settings),
    reconciliation(evidence),
    brokers(evidence),
    slippage(evidence, settings),
    ...(strategy === settings.aiStrategy ? usefulnessCriteria(evidence.usefulness) : []),
  ];
}

/** Why nothing can be said of the results of trades; null where it can. */
function unknownResults({ trades, unknown: count }: TradeEvidence): string | null {
  if (trades === 0) return 'There are no closed trades in dry run or shadow.';
  if (count === 0) return null;
  return count === 1
    ? 'The net result of 1 trade is unknown.'
    : `The net results of ${count} trades are unknown.`;
}

function expectancy(trades: TradeEvidence): Criterion[] {
  const mean = {
    code: 'EXPECTANCY',
    title: 'Average net result of a trade',
    limit: 0,
    unit: 'RUPEES',
  } as const;
  const low = {
    code: 'EXPECTANCY_LOW',
    title: `Lower end of its ${INTERVAL.level_pct}% interval`,
    limit: 0,
    unit: 'RUPEES',
  } as const;
  const reason = unknownResults(trades) ?? '';
  return [
    trades.mean === null ? unknown(mean, 'ABOVE', reason) : above(mean, trades.mean),
    trades.interval === null ? unknown(low, 'ABOVE', reason) : above(low, trades.interval.low),
  ];
}

function drawdown(trades: TradeEvidence, { capital, maxDrawdownPct }: GateSettings): Criterion {
  const asked = {
    code: 'DRAWDOWN',
    title: 'Deepest drawdown, of the capital',
    limit: maxDrawdownPct,
    unit: 'PERCENT',
  } as const;
  return trades.drawdown === null
    ? unknown(asked, 'AT_MOST', unknownResults(trades) ?? '')
    : atMost(asked, (100 * trades.drawdown) / capital);
}

function reconciliation({ reconciliation: { reported, open } }: SharedEvidence): Criterion {
  const asked = {
    code: 'RECONCILIATION',
    title: 'Unconfirmed differences with a broker',
    limit: 0,
    unit: 'COUNT',
  } as const;
  if (!reported)
    return unknown(
      asked,
      'AT_MOST',
      'No comparison with a broker has been reported yet. Report one, even without differences.',
    );
  const names = [...new Set(open.map(({ broker }) => broker))].join(', ');
  return atMost(
    asked,
    open.length,
    open.length === 0 ? null : `Open at ${names}. /confirm_recon closes them.`,
  );
}

function brokers({ brokers: { over, today } }: SharedEvidence): Criterion {
  const asked = {
    code: 'BROKER_HEALTH',
    title: `Sessions with a broker below OK, of the last ${BROKER_SESSIONS} and today`,
    limit: 0,
    unit: 'COUNT',
  } as const;
  const all = [
    ...[...over].map(([day, level]) => [dayInWords(day), level] as const),
    ...(today === null ? [] : [['today', today] as const]),
  ];
  const below = all.filter(([, level]) => level !== null && level !== 'OK');
  if (below.length > 0)
    return atMost(
      asked,
      below.length,
      `${below.map(([day, level]) => `${day}: ${level ?? ''}`).join(', ')}.`,
    );
  const silent = [...over].flatMap(([day, level]) => (level === null ? [day] : []));
  return silent.length > 0
    ? unknown(asked, 'AT_MOST', `No health check of a broker was reported for ${silent.join(', ')}.`)
    : atMost(asked, 0);
}

function slippage({ fills }: Evidence, { maxSlippagePct }: GateSettings): Criterion {
  const asked = {
    code: 'SLIPPAGE',
    title: `Average slippage of the fills of ${SLIPPAGE_SESSIONS} sessions`,
    limit: maxSlippagePct,
    unit: 'PERCENT',
  } as const;
  if (fills.fills === 0)
    return unknown(
      asked,
      'AT_MOST',
      `No fill in shadow was reported in the last ${SLIPPAGE_SESSIONS} sessions.`,
    );
  const without = fills.fills - fills.known;
  if (without > 0 || fills.worse === null || fills.expected === null)
    return unknown(
      asked,
      'AT_MOST',
      `${without} of ${fills.fills} fills came without the expected price (reference_price).`,
    );
  return atMost(asked, (100 * fills.worse) / fills.expected);
}
