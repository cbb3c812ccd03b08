import { oneOf, oneOfOrNull, text, textOrNull, view, type ViewOf } from '../platform/schema/index.ts';

/** Charges of an order as its broker names them, rupees as decimal text; null kinds are those that it does not name. */
const namedCharges = view({
  brokerage: textOrNull,
  stt: textOrNull,
  exchange: textOrNull,
  sebi: textOrNull,
  stamp_duty: textOrNull,
  gst: textOrNull,
  total: text,
});

/** The kept answer of a broker about the charges of an order. UNKNOWN is asked again, GIVEN_UP is not. */
export const keptCharges = view({
  state: oneOf('KNOWN', 'UNKNOWN', 'GIVEN_UP'),
  /** Null where the account could not be opened. */
  broker: oneOfOrNull('zerodha', 'dhan'),
  charges: namedCharges.nullable().defined(),
  /** Why they are not known, in a sentence. */
  reason: textOrNull,
});
export type KeptCharges = ViewOf<typeof keptCharges>;
