import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { eventRisks } from './event-risk.ts';
import { unitsOrNull } from './money-units.ts';
import {
  baseFields,
  contract,
  cost,
  figure,
  hasItsStrike,
  mode,
  moment,
  MOST_LEGS,
  price,
  priceOrZero,
  strategy,
  STRIKE_WORDS,
  tag,
  underlying,
} from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';
import { markOpen, tradeKey } from './open-positions.ts';
import { unrealisedOf } from './unrealised.ts';

/** What a trade that is open is about to do. CLOSED is the end of it. */
const POSITION_STATES = ['OPEN', 'PROFIT_LOCK', 'EXPIRY_APPROACH', 'CLOSING', 'CLOSED'] as const;
const leg = yup
  .object({ ...contract, entry_price: price.nullable(), last_price: priceOrZero.nullable() })
  .noUnknown()
  .required();

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('position'),
    mode,
    strategy: strategy.required(),
    tag: tag.required(),
    underlying: underlying.required(),
    state: oneOf(...POSITION_STATES),
    opened_at: moment.required(),
    legs: yup.array(leg).min(1).max(MOST_LEGS).required(),
    /** Rupees */
    margin_used: cost.nullable(),
    /** What is lost at the worst, in rupees; null for a trade whose loss has no limit. */
    max_loss: cost.nullable(),
    estimated_exit_costs: cost.nullable(),
    spot: price.nullable(),
    iv: figure.min(0).max(1_000).nullable(),
  })
  .noUnknown()
  .required();

type Position = yup.InferType<typeof schema>;

export const position: RecordKind<Position> = {
  kind: 'position',
  summary:
    'The current state of an open trade with all its legs. Send one whenever it changes; the newest report of a mode and tag counts, and CLOSED ends the trade. A last_price of null or 0 says that there is none.',
  schema,
  example: {
    id: 'pos-IC-20260518-1-0945',
    kind: 'position',
    at: '2026-05-18T09:45:00+05:30',
    mode: 'LIVE',
    strategy: 'iron_condor',
    tag: 'IC-20260518-1',
    underlying: 'NIFTY',
    state: 'OPEN',
    opened_at: '2026-05-18T09:32:00+05:30',
    legs: [
      {
        symbol: 'NIFTY2652124750PE',
        instrument: 'PE',
        strike: 24750,
        expiry: '2026-05-21',
        side: 'SELL',
        quantity: 75,
        entry_price: 326.8,
        last_price: 301.2,
      },
    ],
    margin_used: 62_000,
    max_loss: 18_000,
    estimated_exit_costs: 64.5,
    spot: 24790.5,
    iv: 13.2,
  },
  refuse: ({ legs, opened_at, at }) => {
    if (!legs.every(hasItsStrike)) return { code: 'STRIKE_WRONG', message: STRIKE_WORDS };
    return Date.parse(opened_at) > Date.parse(at)
      ? { code: 'OPENED_LATER', message: 'A trade cannot be opened after its report.' }
      : null;
  },
  async store(taken, { workspace }) {
    const risks = await eventRisks(
      workspace,
      taken.map(({ record }) => record),
    );
    await workspace.insert(
      'positions',
      taken.map((one) => {
        const { record } = one;
        const { gross, reasons } = unrealisedOf(record.legs);
        const exit = record.estimated_exit_costs ?? null;
        return {
          ...recordColumns(one),
          mode: record.mode,
          strategy: record.strategy,
          tag: record.tag,
          underlying: record.underlying,
          state: record.state,
          opened_at: new Date(record.opened_at).toISOString(),
          is_open: 0,
          unrealised_gross_e4: gross,
          estimated_exit_costs_e4: unitsOrNull(exit),
          margin_used_e4: unitsOrNull(record.margin_used),
          max_loss_e4: unitsOrNull(record.max_loss),
          reasons_json: JSON.stringify(exit === null ? [...reasons, 'EXIT_COSTS_MISSING'] : reasons),
          legs_json: JSON.stringify(record.legs),
          event_risk: risks.get(tradeKey(record)) ?? 'UNKNOWN',
        };
      }),
    );
    await markOpen(
      workspace,
      taken.map(({ record }) => record),
    );
  },
};
