import {
  date,
  dateOrNull,
  instantOrNull,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { ACTION_KINDS } from './action-text.ts';

const ACTION_STATUSES = ['READ', 'UNREADABLE', 'MANUAL', 'DISMISSED'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

/** A corporate action that an exchange announced. */
export const actionView = view({
  id: text,
  exchange: text,
  symbol: text,
  /** Null while the registry does not know the symbol. */
  instrument_id: textOrNull,
  ex_date: date,
  record_date: dateOrNull,
  kind: oneOf(...ACTION_KINDS),
  /** New shares for one old one; null without a ratio. */
  ratio: numberOrNull,
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  amount: numberOrNull,
  status: oneOf(...ACTION_STATUSES),
  source: text,
  /** The announcement as it came. */
  raw: text,
  decided_at: instantOrNull,
  decided_by: textOrNull,
});
export type ActionView = ViewOf<typeof actionView>;
