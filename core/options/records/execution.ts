import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { unitsOf, unitsOrNull } from './money-units.ts';
import {
  baseFields,
  contract,
  type Costs,
  costs,
  hasItsStrike,
  mode,
  price,
  strategy,
  STRIKE_WORDS,
  tag,
  underlying,
  words,
} from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('execution'),
    mode,
    strategy: strategy.required(),
    tag: tag.required(),
    underlying: underlying.required(),
    ...contract,
    price: price.required(),
    /** What the strategy expected to pay or get, by which slippage is measured. */
    reference_price: price.nullable(),
    costs: costs.nullable().default(undefined),
    order_id: words.nullable(),
    source: words.nullable(),
  })
  .noUnknown()
  .required();

/** The sum of costs in units; null where they are unknown. */
export const costUnits = (given: Costs | null | undefined): number | null =>
  given === null || given === undefined || Object.keys(given).length === 0
    ? null
    : Object.values(given).reduce<number>((sum, value) => sum + unitsOf(value ?? 0), 0);

export const execution: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'execution',
  summary: 'One fill of one leg of a trade, real or simulated.',
  schema,
  example: {
    id: 'fill-238243',
    kind: 'execution',
    at: '2026-05-18T09:32:10+05:30',
    mode: 'LIVE',
    strategy: 'iron_condor',
    tag: 'IC-20260518-1',
    underlying: 'NIFTY',
    symbol: 'NIFTY2652124750PE',
    instrument: 'PE',
    strike: 24750,
    expiry: '2026-05-21',
    side: 'SELL',
    quantity: 75,
    price: 326.8,
    reference_price: 327.1,
    costs: { brokerage: 20, stt: 36.77, exchange: 8.6, sebi: 0.02, stamp: 0, gst: 5.15 },
    order_id: '1500000005277076',
    source: null,
  },
  refuse: (record) => (hasItsStrike(record) ? null : { code: 'STRIKE_WRONG', message: STRIKE_WORDS }),
  async store(taken, { workspace }) {
    await workspace.insert(
      'executions',
      taken.map((one) => {
        const { record } = one;
        return {
          ...recordColumns(one),
          mode: record.mode,
          strategy: record.strategy,
          tag: record.tag,
          symbol: record.symbol,
          underlying: record.underlying,
          instrument: record.instrument,
          expiry: record.expiry,
          side: record.side,
          quantity: record.quantity,
          strike_e4: unitsOrNull(record.strike),
          price_e4: unitsOf(record.price),
          reference_price_e4: unitsOrNull(record.reference_price),
          costs_e4: costUnits(record.costs),
          order_id: record.order_id ?? null,
          source: record.source ?? 'process',
        };
      }),
    );
  },
};
