import * as yup from 'yup';
import { flag, oneOf } from '../../platform/schema/index.ts';
import { broker, baseFields, figure, words } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('broker_health'),
    broker: broker.required(),
    ok: flag,
    latency_ms: figure.min(0).max(3_600_000).nullable(),
    /** Seconds since its last quote. */
    quote_age_s: figure.min(0).max(864_000).nullable(),
    error: words.nullable(),
  })
  .noUnknown()
  .required();

export const brokerHealth: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'broker_health',
  summary: 'One health check of a broker: whether it answered, how fast, and how old its quotes are.',
  schema,
  example: {
    id: 'health-kite-20260518-093000',
    kind: 'broker_health',
    at: '2026-05-18T09:30:00+05:30',
    broker: 'kite',
    ok: true,
    latency_ms: 118,
    quote_age_s: 1.2,
    error: null,
  },
  async store(taken, { workspace }) {
    await workspace.insert(
      'broker_health_samples',
      taken.map((one) => ({
        ...recordColumns(one),
        broker: one.record.broker,
        is_ok: one.record.ok ? 1 : 0,
        latency_ms: one.record.latency_ms ?? null,
        quote_age_s: one.record.quote_age_s ?? null,
        error: one.record.error ?? null,
      })),
    );
  },
};
