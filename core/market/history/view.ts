import {
  date,
  instant,
  instantOrNull,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { FINDING_KINDS, FINDING_OUTCOMES, SEVERITIES } from './price-validation.ts';

const FINDING_STATES = ['OPEN', 'DISMISSED', 'RESOLVED'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** Something that validation noticed about a stored price, or about one that is missing. */
export const findingView = view({
  id: text,
  instrument_id: text,
  symbol: text,
  /** Null for what a provider alone knows. */
  exchange: textOrNull,
  name: textOrNull,
  kind: oneOf(...FINDING_KINDS),
  severity: oneOf(...SEVERITIES),
  /** First and last day. */
  day: date,
  until: date,
  /** The price that came, and the one it was compared with. */
  value: numberOrNull,
  other: numberOrNull,
  outcome: oneOf(...FINDING_OUTCOMES),
  source: text,
  message: text,
  state: oneOf(...FINDING_STATES),
  found_at: instant,
  closed_at: instantOrNull,
  closed_by: textOrNull,
});
export type FindingView = ViewOf<typeof findingView>;
