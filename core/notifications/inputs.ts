import * as yup from 'yup';
import { type FieldError, invalid, pageQuery } from '../platform/index.ts';
import { mapOf, oneOf } from '../platform/schema/index.ts';
import { KIND_NAMES, kindOf, MODES } from './kinds.ts';

const mode = oneOf(...MODES);

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = yup.string().matches(TIME, 'must be a time of day such as 22:00').required();

/** Wall-clock times in India, HH:MM. The end is exclusive; an end before the start is on the next day. */
export const quietHours = yup.object({ from: time, to: time }).noUnknown();
export type QuietHours = yup.InferType<typeof quietHours>;

/** Body of the settings; absent parts stay as they are. `modes` by kind. */
export const settingsInput = yup
  .object({
    quiet_hours: quietHours.default(undefined).nullable().optional(),
    modes: mapOf<string, typeof mode>(mode, { type: 'string', enum: [...MODES] }).optional(),
  })
  .noUnknown();
export type SettingsInput = yup.InferType<typeof settingsInput>;

export const notificationQuery = yup
  .object({
    ...pageQuery,
    unread: yup.boolean().optional(),
    kind: yup.string().oneOf(KIND_NAMES).optional(),
  })
  .noUnknown();
export type NotificationQuery = yup.InferType<typeof notificationQuery>;

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
  for (const [name, mode] of Object.entries(input.modes ?? {})) {
    const kind = kindOf(name);
    if (kind === undefined) errors.push({ field: `modes.${name}`, message: 'is not a kind of notification' });
    else if (!kind.modes.includes(mode)) {
      errors.push({ field: `modes.${name}`, message: `must be ${kind.modes.join(' or ')}` });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return input;
}
