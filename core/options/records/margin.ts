import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';
import { unitsOf } from './money-units.ts';
import { broker, baseFields, cost } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('margin'),
    broker: broker.required(),
    used: cost.required(),
    available: cost.required(),
  })
  .noUnknown()
  .required();

export const margin: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'margin',
  summary: 'Margin used and available in an account, in rupees.',
  schema,
  example: {
    id: 'margin-kite-20260518-0930',
    kind: 'margin',
    at: '2026-05-18T09:30:00+05:30',
    broker: 'kite',
    used: 182_400,
    available: 317_600,
  },
  async store(taken, { workspace }) {
    await workspace.insert(
      'margin_samples',
      taken.map((one) => ({
        ...recordColumns(one),
        broker: one.record.broker,
        used_e4: unitsOf(one.record.used),
        available_e4: unitsOf(one.record.available),
      })),
    );
  },
};
