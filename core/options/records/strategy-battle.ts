import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { baseFields, figure, strategy, underlying, words } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('strategy_battle'),
    underlying: underlying.nullable(),
    /** The strategy that won; null where none was good enough. */
    chosen: strategy.nullable(),
    regime: words.nullable(),
    candidates: yup
      .array(
        yup
          .object({
            strategy: strategy.required(),
            score: figure.required(),
            reason: words.nullable(),
          })
          .noUnknown()
          .required(),
      )
      .min(1)
      .max(50)
      .required(),
  })
  .noUnknown()
  .required();

export const strategyBattle: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'strategy_battle',
  summary: 'How strategies scored against each other at one point in time, and which one was chosen.',
  schema,
  example: {
    id: 'battle-20260518-0930',
    kind: 'strategy_battle',
    at: '2026-05-18T09:30:00+05:30',
    underlying: 'NIFTY',
    chosen: 'iron_condor',
    regime: 'RANGE_LOW_VOL',
    candidates: [
      { strategy: 'iron_condor', score: 0.62, reason: null },
      { strategy: 'short_strangle', score: 0.41, reason: 'margin above limit' },
    ],
  },
  refuse: ({ chosen, candidates }) =>
    (chosen ?? null) === null || candidates.some((one) => one.strategy === chosen)
      ? null
      : { code: 'CHOSEN_NOT_WEIGHED', message: 'The chosen strategy must be one of the candidates.' },
  async store(taken, { workspace }) {
    await workspace.insert(
      'strategy_battle_log',
      taken.map((one) => ({
        ...recordColumns(one),
        underlying: one.record.underlying ?? null,
        chosen: one.record.chosen ?? null,
        regime: one.record.regime ?? null,
        candidates_json: JSON.stringify(one.record.candidates),
      })),
    );
  },
};
