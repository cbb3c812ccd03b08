import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { baseFields, figure, moment, underlying, words } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

export const VERDICTS = ['BULLISH', 'BEARISH', 'NEUTRAL'] as const;

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('market_analysis'),
    underlying: underlying.required(),
    /** When it turns out whether it was right. */
    horizon_at: moment.required(),
    probability_up: figure.min(0).max(1).required(),
    verdict: oneOf(...VERDICTS),
    /** -1 (fear) to 1 (greed) */
    sentiment: figure.min(-1).max(1).nullable(),
    model: words.max(100).nullable(),
    summary: words.nullable(),
    /** What the analysis had to do without. */
    missing_inputs: yup.array(words.max(100).required()).max(50).nullable(),
  })
  .noUnknown()
  .required();

export const marketAnalysis: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'market_analysis',
  summary: 'A market forecast: the probability that the underlying is higher at the horizon than it is now.',
  schema,
  example: {
    id: 'analysis-NIFTY-20260518',
    kind: 'market_analysis',
    at: '2026-05-18T09:05:00+05:30',
    underlying: 'NIFTY',
    horizon_at: '2026-05-18T15:30:00+05:30',
    probability_up: 0.58,
    verdict: 'BULLISH',
    sentiment: 0.2,
    model: 'example-model',
    summary: 'Global cues are calm and put writers moved up.',
    missing_inputs: [],
  },
  refuse: ({ at, horizon_at }) =>
    Date.parse(horizon_at) > Date.parse(at)
      ? null
      : { code: 'HORIZON_PAST', message: 'horizon_at must be later than at.' },
  async store(taken, { workspace }) {
    await workspace.insert(
      'market_analyses',
      taken.map((one) => ({
        ...recordColumns(one),
        underlying: one.record.underlying,
        horizon_at: new Date(one.record.horizon_at).toISOString(),
        probability_up: one.record.probability_up,
        verdict: one.record.verdict,
        sentiment: one.record.sentiment ?? null,
        model: one.record.model ?? null,
        missing_inputs_json: JSON.stringify(one.record.missing_inputs ?? []),
      })),
    );
  },
};
