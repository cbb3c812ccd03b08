import * as yup from 'yup';
import { type Page, pageQuery, pageWindow } from '../../platform/index.ts';
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
import { EVENT_RISKS, type EventRisk, type Mode, MODES, rupeesOrNull } from '../records/index.ts';
import type { OptionsStore } from '../store/index.ts';

/** What an open trade is about to do. */
export const OPEN_STATES = ['OPEN', 'PROFIT_LOCK', 'EXPIRY_APPROACH', 'CLOSING'] as const;
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

export const positionView = view({
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
export type PositionQuery = yup.InferType<typeof positionQuery>;

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
  unrealised_gross_e4: number | null;
  estimated_exit_costs_e4: number | null;
  margin_used_e4: number | null;
  max_loss_e4: number | null;
  reasons_json: string;
  legs_json: string;
  event_risk: EventRisk;
}

export function createPositions(store: OptionsStore): Positions {
  return {
    list: async (userId, query) =>
      await store.read(userId, async (workspace) => {
        const { page, page_size, offset } = pageWindow(query);
        const which = `where owner_user_id = :owner and is_open = 1${query.mode === undefined ? '' : ' and mode = :mode'}`;
        const values: Record<string, string> = query.mode === undefined ? {} : { mode: query.mode };
        const rows = await workspace.select<Row>(
          `select tag, mode, strategy, underlying, state, opened_at, at, unrealised_gross_e4, estimated_exit_costs_e4,
             margin_used_e4, max_loss_e4, reasons_json, legs_json, event_risk
           from positions ${which}
           order by case mode when 'LIVE' then 0 when 'DRY_RUN' then 1 else 2 end, opened_at, tag
           limit :size offset :offset`,
          { ...values, size: page_size, offset },
        );
        const [count] = await workspace.select<{ total: number }>(
          `select count(*) as total from positions ${which}`,
          values,
        );
        return { items: rows.map(toView), page, page_size, total: count?.total ?? 0 };
      }),
  };
}

function toView(row: Row): PositionView {
  const [gross, exit] = [row.unrealised_gross_e4, row.estimated_exit_costs_e4];
  const figures: Record<Figure, number | null> = {
    unrealised_gross: rupeesOrNull(gross),
    estimated_exit_costs: rupeesOrNull(exit),
    unrealised_net: gross === null || exit === null ? null : rupeesOrNull(gross - exit),
    margin_used: rupeesOrNull(row.margin_used_e4),
    max_loss: rupeesOrNull(row.max_loss_e4),
  };
  const prices = (JSON.parse(row.reasons_json) as string[]).filter((reason) => reason.includes(' '));
  const symbols = [...new Set(prices.map((reason) => reason.split(' ')[1] ?? ''))];
  const noPrice = `A price is missing for ${symbols.join(', ')}.`;
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
