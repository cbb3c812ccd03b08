import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { baseFields, figure, recordId } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

export const DIRECTIONS = ['UP', 'DOWN', 'FLAT'] as const;

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('market_outcome'),
    /** The id of the analysis. */
    analysis_id: recordId.required(),
    realised: oneOf(...DIRECTIONS),
    /** Of the underlying from the analysis to its horizon, percent. */
    return_pct: figure.min(-100).max(1_000).nullable(),
  })
  .noUnknown()
  .required();

export const marketOutcome: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'market_outcome',
  summary:
    'Where the underlying ended up at the horizon of an analysis. Only the first outcome of an analysis counts.',
  schema,
  example: {
    id: 'outcome-NIFTY-20260518',
    kind: 'market_outcome',
    at: '2026-05-18T15:30:00+05:30',
    analysis_id: 'analysis-NIFTY-20260518',
    realised: 'UP',
    return_pct: 0.31,
  },
  async store(taken, { workspace }) {
    await workspace.insert(
      'market_outcomes',
      taken.map((one) => ({
        ...recordColumns(one),
        analysis_id: one.record.analysis_id,
        realised: one.record.realised,
        return_pct: one.record.return_pct ?? null,
      })),
    );
  },
};
