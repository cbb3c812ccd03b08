import { textOrNull } from '../../platform/schema/index.ts';

/** The mark of an answer that corporate actions may change which wait for a decision; null where none does. */
export const provisionalFields = { provisional_reason: textOrNull };
