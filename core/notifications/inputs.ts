import * as yup from 'yup';
import { type FieldError, invalid } from '../platform/index.ts';
import type { QuietHours } from './delivery-plan.ts';
import { kindOf, type Mode } from './kinds.ts';

/** What a person may change; a part that is left out stays as it is. */
export interface SettingsInput {
  quiet_hours?: QuietHours | null;
  kinds?: Record<string, Mode>;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = yup.string().matches(TIME, 'must be a time of day such as 22:00').required();

/** Shape of the settings body; a route adds nothing to it. */
export const settingsInput = yup
  .object({
    quiet_hours: yup.object({ from: time, to: time }).noUnknown().nullable().default(undefined),
    kinds: yup.object().optional().default(undefined),
  })
  .noUnknown();

/**
 * Checks the settings a person sent.
 * @throws Problem 422 VALIDATION_ERROR with one line per wrong field, by the names of the settings body.
 */
export function checkedSettings(input: SettingsInput): SettingsInput {
  const errors: FieldError[] = [];
  const quiet = input.quiet_hours;
  if (quiet !== undefined && quiet !== null) {
    if (!TIME.test(quiet.from))
      errors.push({ field: 'quiet_hours.from', message: 'must be a time of day such as 22:00' });
    if (!TIME.test(quiet.to))
      errors.push({ field: 'quiet_hours.to', message: 'must be a time of day such as 07:00' });
    if (errors.length === 0 && quiet.from === quiet.to) {
      errors.push({
        field: 'quiet_hours.to',
        message: 'must differ from the start. To switch quiet hours off, send quiet_hours: null.',
      });
    }
  }
  for (const [name, mode] of Object.entries(input.kinds ?? {})) {
    const kind = kindOf(name);
    if (kind === undefined) errors.push({ field: `modes.${name}`, message: 'is not a kind of notification' });
    else if (!kind.modes.includes(mode)) {
      errors.push({ field: `modes.${name}`, message: `must be ${kind.modes.join(' or ')}` });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return input;
}
