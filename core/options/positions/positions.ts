import * as yup from 'yup';
import type { Calendar } from '../../market/calendar/index.ts';
import { type Context, type Page, pageQuery, pageWindow } from '../../platform/index.ts';
import {
  instant,
  numberOrNull,
  oneOf,
  pageOf,
  reasonsOf,
  text,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import {
  EVENT_RISKS,
  type EventRisk,
  type MarkMoment,
  markMoment,
  markOf,
  type Mode,
  MODES,
  rupeesOrNull,
} from '../records/index.ts';
import type { OptionsStore } from '../store/index.ts';

/** What an open trade is about to do. */
const OPEN_STATES = ['OPEN', 'PROFIT_LOCK', 'EXPIRY_APPROACH', 'CLOSING'] as const;
type OpenState = (typeof OPEN_STATES)[number];

/** Figures of an open trade that may be unknown. */
const FIGURES = [
  'unrealised_gross',
  'estimated_exit_costs',
  'unrealised_net',
  'margin_used',
  'max_loss',
] as const;
type Figure = (typeof FIGURES)[number];

const positionView = view({
  tag: text,
  mode: oneOf(...MODES),
  strategy: text,
  underlying: text,
  state: oneOf(...OPEN_STATES),
  opened_at: instant,
  /** When the process last told of it. */
  reported_at: instant,
  legs: whole,
  unrealised_gross: numberOrNull,
  estimated_exit_costs: numberOrNull,
  unrealised_net: numberOrNull,
  margin_used: numberOrNull,
  max_loss: numberOrNull,
  event_risk: oneOf(...EVENT_RISKS),
  /** Why a figure is null. */
  reasons: reasonsOf<Figure>(),
});
export type PositionView = ViewOf<typeof positionView>;
export const positionPage = pageOf(positionView);

export const positionQuery = yup
  .object({
    ...pageQuery,
    mode: yup
      .mixed<Mode>()
      .oneOf([...MODES])
      .optional()
      .meta({ json: { type: 'string', enum: [...MODES] } } as never),
  })
  .noUnknown();
type PositionQuery = yup.InferType<typeof positionQuery>;

/** Trades that are open by their newest report: those with money first, then the oldest. */
export interface Positions {
  list(userId: string, query: PositionQuery): Promise<Page<PositionView>>;
}

interface Row {
  tag: string;
  mode: Mode;
  strategy: string;
  underlying: string;
  state: OpenState;
  opened_at: string;
  at: string;
  estimated_exit_costs_e4: number | null;
  margin_used_e4: number | null;
  max_loss_e4: number | null;
  legs_json: string;
  event_risk: EventRisk;
}

export function createPositions(
  { clock }: Pick<Context, 'clock'>,
  store: OptionsStore,
  calendar: Calendar,
): Positions {
  return {
    list: async (userId, query) =>
      await store.read(userId, async (workspace) => {
        const moment = markMoment(calendar, clock.now());
        const { page, page_size, offset } = pageWindow(query);
        const which = `where owner_user_id = :owner and is_open = 1${query.mode === undefined ? '' : ' and mode = :mode'}`;
        const values: Record<string, string> = query.mode === undefined ? {} : { mode: query.mode };
        const rows = await workspace.select<Row>(
          `select tag, mode, strategy, underlying, state, opened_at, at, estimated_exit_costs_e4,
             margin_used_e4, max_loss_e4, legs_json, event_risk
           from positions ${which}
           order by case mode when 'LIVE' then 0 when 'DRY_RUN' then 1 else 2 end, opened_at, tag
           limit :size offset :offset`,
          { ...values, size: page_size, offset },
        );
        const [count] = await workspace.select<{ total: number }>(
          `select count(*) as total from positions ${which}`,
          values,
        );
        return { items: rows.map((row) => toView(row, moment)), page, page_size, total: count?.total ?? 0 };
      }),
  };
}

/** Why a trade has no price now. @param reasons codes, each with its symbol */
function priceWords(reasons: readonly string[]): string {
  const of = (pattern: RegExp) =>
    [...new Set(reasons.filter((one) => pattern.test(one)).map((one) => one.split(' ')[1] ?? ''))].join(', ');
  const [missing, expired, old] = [of(/_MISSING /), of(/^CONTRACT_EXPIRED /), of(/^LAST_PRICE_OLD /)];
  return [
    missing === '' ? '' : `A price is missing for ${missing}.`,
    expired === '' ? '' : `Expired: ${expired}. Report the trade closed, with what it was settled at.`,
    old === '' ? '' : `The last price of ${old} is of an earlier session.`,
  ]
    .filter((words) => words !== '')
    .join(' ');
}

function toView(row: Row, moment: MarkMoment): PositionView {
  const { gross, reasons } = markOf(row, moment);
  const exit = row.estimated_exit_costs_e4;
  const figures: Record<Figure, number | null> = {
    unrealised_gross: rupeesOrNull(gross),
    estimated_exit_costs: rupeesOrNull(exit),
    unrealised_net: gross === null || exit === null ? null : rupeesOrNull(gross - exit),
    margin_used: rupeesOrNull(row.margin_used_e4),
    max_loss: rupeesOrNull(row.max_loss_e4),
  };
  const noPrice = priceWords(reasons);
  const noCosts = 'The cost of closing the trade was not reported.';
  const why: Record<Figure, string> = {
    unrealised_gross: noPrice,
    estimated_exit_costs: noCosts,
    unrealised_net: gross === null ? noPrice : noCosts,
    margin_used: 'The margin was not reported.',
    max_loss: 'The largest loss was not reported, or has no limit.',
  };
  return {
    tag: row.tag,
    mode: row.mode,
    strategy: row.strategy,
    underlying: row.underlying,
    state: row.state,
    opened_at: row.opened_at,
    reported_at: row.at,
    legs: (JSON.parse(row.legs_json) as unknown[]).length,
    ...figures,
    event_risk: row.event_risk,
    reasons: Object.fromEntries(
      FIGURES.filter((name) => figures[name] === null).map((name) => [name, why[name]]),
    ),
  };
}
