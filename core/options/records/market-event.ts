import * as yup from 'yup';
import { flag, oneOf } from '../../platform/schema/index.ts';
import { baseFields, moment, underlying, words } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';

export const EVENT_CATEGORIES = ['RBI', 'FED', 'BUDGET', 'RESULTS', 'EXPIRY', 'HOLIDAY', 'OTHER'] as const;
export const SEVERITIES = ['BLOCK', 'WARNING', 'INFO'] as const;
export type Severity = (typeof SEVERITIES)[number];

const schema = yup
  .object({
    ...baseFields,
    kind: oneOf('market_event'),
    name: words.min(1).max(200).required(),
    category: oneOf(...EVENT_CATEGORIES),
    severity: oneOf(...SEVERITIES),
    starts_at: moment.required(),
    ends_at: moment.required(),
    underlying: underlying.nullable(),
    source: words.nullable(),
    cancelled: flag.optional(),
  })
  .noUnknown()
  .required();

export const marketEvent: RecordKind<yup.InferType<typeof schema>> = {
  kind: 'market_event',
  summary:
    'A scheduled event and its time window. BLOCK stops new entries, WARNING calls for caution, INFO is for information only. Without an underlying it applies to all of them.',
  schema,
  example: {
    id: 'event-rbi-20260605',
    kind: 'market_event',
    at: '2026-05-18T09:00:00+05:30',
    name: 'RBI monetary policy',
    category: 'RBI',
    severity: 'BLOCK',
    starts_at: '2026-06-05T09:45:00+05:30',
    ends_at: '2026-06-05T11:00:00+05:30',
    underlying: null,
    source: 'rbi.org.in',
    cancelled: false,
  },
  refuse: ({ id, starts_at, ends_at }) => {
    if (/^(?:builtin|import):/.test(id))
      return {
        code: 'ID_RESERVED',
        message: 'Ids that begin with builtin: or import: belong to events of the calendar itself.',
      };
    return Date.parse(ends_at) < Date.parse(starts_at)
      ? { code: 'EVENT_ENDS_FIRST', message: 'An event cannot end before it starts.' }
      : null;
  },
  async store(taken, { workspace }) {
    await workspace.insert(
      'market_events',
      taken.map((one) => ({
        ...recordColumns(one),
        name: one.record.name,
        category: one.record.category,
        severity: one.record.severity,
        starts_at: new Date(one.record.starts_at).toISOString(),
        ends_at: new Date(one.record.ends_at).toISOString(),
        underlying: one.record.underlying ?? null,
        source: one.record.source ?? 'process',
        is_cancelled: one.record.cancelled === true ? 1 : 0,
      })),
    );
  },
};
