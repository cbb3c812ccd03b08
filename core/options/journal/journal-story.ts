import {
  type ClosedLeg,
  type Costs,
  type Mode,
  MODES,
  rupeesOf,
  rupeesOrNull,
  resultOf,
  type TradeName,
} from '../records/index.ts';
import type { Workspace } from '../store/index.ts';
import { ATTRIBUTION_METHOD, ATTRIBUTION_PARTS } from './attribution.ts';
import type { JournalStory } from './journal-view.ts';
import type { Worked } from './journal-row.ts';
import { REJECTED_METHOD } from './rejected-delta.ts';
import { signalOf } from './signals.ts';

const MOST_EXECUTIONS = 200;
/** Reports of one position that its states are read from: the newest. */
const MOST_REPORTS = 5_000;
const MOST_STATES = 100;

/** All that is known of one trade beyond its row. */
export async function storyOf(
  workspace: Workspace,
  { trade, debrief, rejected, row }: Worked,
): Promise<JournalStory> {
  const executions = await readExecutions(workspace, trade);
  const { attribution, figures } = debrief;
  return {
    ...row,
    margin_used: trade.margin_used ?? null,
    max_loss: trade.max_loss ?? null,
    legs: trade.legs.map(legOf),
    costs: costsOf(trade.costs),
    other_modes: await readOtherModes(workspace, trade),
    reports: await countReports(workspace, trade),
    executions: executions.slice(0, MOST_EXECUTIONS),
    has_more_executions: executions.length > MOST_EXECUTIONS,
    states: await readStates(workspace, trade),
    signal: await signalOf(workspace, trade),
    analysis: await readAnalysis(workspace, trade.underlying, row.opened_at),
    attribution: {
      method: ATTRIBUTION_METHOD,
      days_held: figures.days_held,
      gross: figures.gross,
      theta: attribution.theta,
      vega: attribution.vega,
      spot: attribution.spot,
      rest: attribution.rest,
      parts: [...ATTRIBUTION_PARTS],
      reasons: attribution.reasons,
    },
    rejected: {
      method: REJECTED_METHOD,
      delta: rejected.delta,
      best: rejected.best,
      reason: rejected.reason,
    },
  };
}

function legOf(leg: ClosedLeg): JournalStory['legs'][number] {
  const { gross } = resultOf({ legs: [leg], costs: null });
  return {
    symbol: leg.symbol,
    instrument: leg.instrument,
    strike: leg.strike ?? null,
    expiry: leg.expiry,
    side: leg.side,
    quantity: leg.quantity,
    entry_price: leg.entry_price ?? null,
    exit_price: leg.exit_price ?? null,
    result: rupeesOrNull(gross),
  };
}

const costsOf = (costs: Costs | null | undefined): Costs | null =>
  costs === null || costs === undefined || Object.keys(costs).length === 0 ? null : costs;

async function readOtherModes(workspace: Workspace, { mode, tag }: TradeName): Promise<Mode[]> {
  const rows = await workspace.select<{ mode: Mode }>(
    'select mode from trade_journal where owner_user_id = :owner and tag = :tag and mode <> :mode',
    { mode, tag },
  );
  return MODES.filter((one) => rows.some((row) => row.mode === one));
}

async function countReports(workspace: Workspace, { mode, tag }: TradeName): Promise<number> {
  const [found] = await workspace.select<{ reports: number }>(
    'select count(*) as reports from closed_trades where owner_user_id = :owner and mode = :mode and tag = :tag',
    { mode, tag },
  );
  return found?.reports ?? 0;
}

interface ExecutionRow {
  record_id: string;
  at: string;
  symbol: string;
  instrument: string;
  expiry: string;
  side: string;
  quantity: number;
  strike_e4: number | null;
  price_e4: number;
  reference_price_e4: number | null;
  costs_e4: number | null;
  source: string;
}

async function readExecutions(
  workspace: Workspace,
  { mode, tag }: TradeName,
): Promise<JournalStory['executions']> {
  const rows = await workspace.select<ExecutionRow>(
    `select record_id, at, symbol, instrument, expiry, side, quantity, strike_e4, price_e4, reference_price_e4, costs_e4, source
     from executions where owner_user_id = :owner and mode = :mode and tag = :tag order by at, record_id limit ${MOST_EXECUTIONS + 1}`,
    { mode, tag },
  );
  return rows.map((row) => ({
    id: row.record_id,
    at: row.at,
    symbol: row.symbol,
    instrument: row.instrument,
    strike: rupeesOrNull(row.strike_e4),
    expiry: row.expiry,
    side: row.side,
    quantity: row.quantity,
    price: rupeesOf(row.price_e4),
    reference_price: rupeesOrNull(row.reference_price_e4),
    costs: rupeesOrNull(row.costs_e4),
    source: row.source,
  }));
}

/** A report of an open position, as its states are made of it. */
interface Report {
  at: string;
  state: string;
  unrealised_gross_e4: number | null;
}

async function readStates(workspace: Workspace, { mode, tag }: TradeName): Promise<JournalStory['states']> {
  const rows = await workspace.select<Report>(
    `select at, state, unrealised_gross_e4 from positions where owner_user_id = :owner and mode = :mode and tag = :tag
     order by at desc, record_id desc limit ${MOST_REPORTS}`,
    { mode, tag },
  );
  return statesOf(rows.toReversed()).slice(-MOST_STATES);
}

/** The states that a trade went through, by its reports in the order of time. */
export function statesOf(reports: readonly Report[]): JournalStory['states'] {
  const states: JournalStory['states'] = [];
  for (const { at, state, unrealised_gross_e4: units } of reports) {
    const gross = rupeesOrNull(units);
    const last = states.at(-1);
    if (last?.state !== state) {
      states.push({
        state,
        from: at,
        to: at,
        reports: 1,
        unrealised_gross: gross,
        lowest: gross,
        highest: gross,
      });
      continue;
    }
    last.to = at;
    last.reports += 1;
    last.unrealised_gross = gross;
    if (gross === null) continue;
    last.lowest = Math.min(last.lowest ?? gross, gross);
    last.highest = Math.max(last.highest ?? gross, gross);
  }
  return states;
}

interface AnalysisRow {
  id: string;
  at: string;
  horizon_at: string;
  verdict: string;
  probability_up: number;
  model: string | null;
  realised: string | null;
  return_pct: number | null;
}

async function readAnalysis(
  workspace: Workspace,
  underlying: string,
  openedAt: string,
): Promise<JournalStory['analysis']> {
  const [analysis] = await workspace.select<AnalysisRow>(
    `select a.record_id as id, a.at, a.horizon_at, a.verdict, a.probability_up, a.model, o.realised, o.return_pct
     from market_analyses a
     left join market_outcomes o on o.owner_user_id = a.owner_user_id and o.analysis_id = a.record_id
     where a.owner_user_id = :owner and a.underlying = :underlying and a.at <= :opened and a.horizon_at >= :opened
     order by a.at desc, a.record_id desc, o.at, o.record_id limit 1`,
    { underlying, opened: openedAt },
  );
  return analysis ?? null;
}
