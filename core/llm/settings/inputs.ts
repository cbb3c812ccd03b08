import * as yup from 'yup';
import type { FieldError } from '../../platform/index.ts';
import { isModelName } from '../catalogue/index.ts';
import { PROVIDER_IDS, type ProviderId } from '../port/index.ts';
import { wrongAddress } from './inward.ts';

const LONGEST_KEY = 500;

const provider = yup.string<ProviderId>().oneOf([...PROVIDER_IDS]);

/** What is wrong is said without repeating the key. */
const key = yup
  .string()
  .max(LONGEST_KEY)
  .matches(/^[\x21-\x7e]+$/, 'must be of printable characters, without blanks or line breaks.')
  .nullable()
  .optional()
  .meta({ json: { type: ['string', 'null'], maxLength: LONGEST_KEY, writeOnly: true } } as never);

const model = yup
  .string()
  .test(
    'model',
    'must be the name of a model.',
    (value) => value === undefined || value === null || isModelName(value),
  )
  .nullable()
  .optional();

const address = yup.string().nullable().optional();

/** Changes of a person's providers: what is absent stays, null removes. */
export const settingsInput = yup
  .object({
    preferred_provider: provider.optional(),
    failover: yup.array(provider.required()).min(1).max(PROVIDER_IDS.length).optional(),
    api_keys: yup
      .object({ provider_a: key, provider_b: key, gateway: key })
      .noUnknown()
      .default(undefined)
      .optional(),
    gateway_model: model,
    base_urls: yup
      .object({ provider_a: address, provider_b: address })
      .noUnknown()
      .default(undefined)
      .optional(),
    models: yup.object({ provider_a: model, provider_b: model }).noUnknown().default(undefined).optional(),
    leave_out_amounts: yup.boolean().optional(),
    /** True: records may go to those who would get them now. False: ask again. */
    agrees: yup.boolean().optional(),
  })
  .noUnknown();
export type SettingsInput = yup.InferType<typeof settingsInput>;

/** What the schema cannot say. */
export function settingsErrors(input: SettingsInput, mayHaveAddresses: boolean): FieldError[] {
  const errors: FieldError[] = [];
  if (input.failover !== undefined && new Set(input.failover).size < input.failover.length)
    errors.push({ field: 'failover', message: 'must name each provider once.' });
  for (const [name, text] of Object.entries(input.base_urls ?? {})) {
    if (text === null || text === undefined) continue;
    const wrong = mayHaveAddresses
      ? wrongAddress(text)
      : 'cannot be set: the operator of this server allows no addresses of your own.';
    if (wrong !== null) errors.push({ field: `base_urls.${name}`, message: wrong });
  }
  return errors;
}

export const testInput = yup.object({ provider: provider.required() }).noUnknown();
