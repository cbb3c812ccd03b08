import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import {
  code,
  baseFields,
  figure,
  mode,
  regime,
  rejectedStrategies,
  strategy,
  tag,
  underlying,
  words,
} from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

/** What became of a chance to trade. */
const OUTCOMES = ['SEEN', 'FILTERED', 'EXECUTED'] as const;

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('signal'),
    mode,
    strategy: strategy.required(),
    underlying: underlying.nullable(),
    outcome: oneOf(...OUTCOMES),
    reason: code.nullable(),
    detail: words.nullable(),
    tag: tag.nullable(),
    regime,
    rejected_strategies: rejectedStrategies,
    score: figure.nullable(),
  })
  .noUnknown()
  .required();

export const signal: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'signal',
  summary:
    'A trading opportunity that a strategy looked at, and its outcome: SEEN (undecided), FILTERED (rejected, with a reason) or EXECUTED.',
  schema,
  example: {
    id: 'sig-20260518-0931-1',
    kind: 'signal',
    at: '2026-05-18T09:31:00+05:30',
    mode: 'DRY_RUN',
    strategy: 'iron_condor',
    underlying: 'NIFTY',
    outcome: 'FILTERED',
    reason: 'IV_RANK_LOW',
    detail: 'IV rank 18, needs 30',
    tag: null,
    regime: { name: 'RANGE_LOW_VOL' },
    rejected_strategies: [{ strategy: 'short_strangle', reason: 'margin above limit', score: 0.41 }],
    score: 0.62,
  },
  refuse: ({ outcome, reason }) =>
    outcome === 'FILTERED' && (reason ?? null) === null
      ? { code: 'REASON_MISSING', message: 'A FILTERED signal needs a reason.' }
      : null,
  async store(taken, { workspace }) {
    await workspace.insert(
      'signals',
      taken.map((one) => ({
        ...recordColumns(one),
        strategy: one.record.strategy,
        mode: one.record.mode,
        underlying: one.record.underlying ?? null,
        outcome: one.record.outcome,
        reason: one.record.reason ?? null,
        tag: one.record.tag ?? null,
      })),
    );
  },
};
