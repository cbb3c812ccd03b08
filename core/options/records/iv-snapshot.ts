import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { unitsOf } from './money-units.ts';
import { baseFields, figure, price, underlying } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('iv_snapshot'),
    underlying: underlying.required(),
    spot: price.required(),
    /** Volatility at the money, percent a year. */
    atm_iv: figure.min(0).max(1_000).nullable(),
    /** 0 to 100 */
    iv_rank: figure.min(0).max(100).nullable(),
    /** Volatility of puts less that of calls, percentage points. */
    skew: figure.min(-1_000).max(1_000).nullable(),
  })
  .noUnknown()
  .required();

export const ivSnapshot: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'iv_snapshot',
  summary: 'Spot price and implied volatility of an underlying at one point in time.',
  schema,
  example: {
    id: 'iv-NIFTY-20260518-0930',
    kind: 'iv_snapshot',
    at: '2026-05-18T09:30:00+05:30',
    underlying: 'NIFTY',
    spot: 24812.35,
    atm_iv: 13.4,
    iv_rank: 42,
    skew: 1.8,
  },
  async store(taken, { workspace }) {
    await workspace.insert(
      'iv_snapshots',
      taken.map((one) => ({
        ...recordColumns(one),
        underlying: one.record.underlying,
        spot_e4: unitsOf(one.record.spot),
        // Nothing has a volatility of 0: programs send it where they have none.
        atm_iv: one.record.atm_iv || null,
        iv_rank: one.record.iv_rank ?? null,
        skew: one.record.skew ?? null,
      })),
    );
  },
};
