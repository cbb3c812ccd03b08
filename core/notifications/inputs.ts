import * as yup from 'yup';
import { type FieldError, invalid, pageQuery } from '../platform/index.ts';
import { mapOf, oneOf } from '../platform/schema/index.ts';
import { LONGEST_ENDPOINT, pushEndpoint, wrongKey } from './web-push/index.ts';
import { GROUP_NAMES, GROUPS, MODES } from './kind.ts';
import { KIND_NAMES, kindOf } from './kinds.ts';

const mode = oneOf(...MODES);

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = yup.string().matches(TIME, 'must be a time of day such as 22:00').required();

/** Wall-clock times in India, HH:MM. The end is exclusive; an end before the start is on the next day. */
export const quietHours = yup.object({ from: time, to: time }).noUnknown();
export type QuietHours = yup.InferType<typeof quietHours>;

/**
 * Body of the settings; absent fields stay as they are. `modes` by kind; `groups` by group, for its shown kinds that are not in
 * `modes`.
 */
export const settingsInput = yup
  .object({
    quiet_hours: quietHours.default(undefined).nullable().optional(),
    modes: mapOf<string, typeof mode>(mode, { type: 'string', enum: [...MODES] }).optional(),
    groups: mapOf<string, typeof mode>(mode, { type: 'string', enum: [...MODES] }).optional(),
    amounts_in_browsers: yup.boolean().optional(),
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

const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** A subscription as the browser has it, with a name for the list. */
export const browserInput = yup
  .object({
    endpoint: yup.string().max(LONGEST_ENDPOINT).required(),
    keys: yup
      .object({
        p256dh: yup.string().max(100).matches(BASE64URL, 'must be base64url').required(),
        auth: yup.string().max(40).matches(BASE64URL, 'must be base64url').required(),
      })
      .noUnknown()
      .required(),
    label: yup.string().trim().min(1).max(60).required(),
  })
  .noUnknown();
export type BrowserInput = yup.InferType<typeof browserInput>;

/** @throws Problem 422 VALIDATION_ERROR for an address that is not a push service's, and for keys that encrypt nothing. */
export function checkedBrowser(input: BrowserInput): BrowserInput {
  const url = pushEndpoint(input.endpoint);
  if (url === null)
    throw invalid([{ field: 'endpoint', message: 'must be the address of a known push service' }]);
  const wrong = wrongKey(input.keys);
  if (wrong !== null)
    throw invalid([{ field: `keys.${wrong}`, message: 'is not a key of a push subscription' }]);
  return { ...input, endpoint: url.href };
}

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
  for (const name of Object.keys(input.groups ?? {}))
    if (!Object.hasOwn(GROUPS, name))
      errors.push({ field: `groups.${name}`, message: `must be one of ${GROUP_NAMES.join(', ')}` });
  if (errors.length > 0) throw invalid(errors);
  return input;
}
