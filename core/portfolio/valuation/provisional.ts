import { textOrNull } from '../../platform/schema/index.ts';

/** Why figures may still change: the corporate actions that wait for a decision; null where none waits. */
export const provisionalFields = { provisional_reason: textOrNull };
