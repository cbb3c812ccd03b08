import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { broker, baseFields, symbol, words } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

const count = yup.number().integer().min(-10_000_000).max(10_000_000).required();

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('reconciliation'),
    broker: broker.required(),
    /** Every position in which broker and process differ; none where all agree. */
    differences: yup
      .array(
        yup
          .object({ symbol: symbol.required(), expected: count, found: count, detail: words.nullable() })
          .noUnknown()
          .required(),
      )
      .max(500)
      .required(),
  })
  .noUnknown()
  .required();

export const reconciliation: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'reconciliation',
  summary:
    'The result of comparing positions with the broker, in units (short positions are negative). A difference stays open until a person confirms it.',
  schema,
  example: {
    id: 'recon-kite-20260518',
    kind: 'reconciliation',
    at: '2026-05-18T15:45:00+05:30',
    broker: 'kite',
    differences: [{ symbol: 'NIFTY2652124750PE', expected: -75, found: -150, detail: null }],
  },
  async store(taken, { workspace }) {
    await workspace.insert(
      'reconciliation_audit',
      taken.map((one) => ({
        ...recordColumns(one),
        broker: one.record.broker,
        status: one.record.differences.length === 0 ? 'MATCH' : 'MISMATCH',
        findings_json: JSON.stringify(one.record.differences),
      })),
    );
  },
};
