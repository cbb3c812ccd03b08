import * as yup from 'yup';
import { BROKERS } from './adapter.ts';

export const ROLES = ['TRADING', 'SYNC', 'TRADING+SYNC'] as const;
export type ConnectionRole = (typeof ROLES)[number];

/** Values by name; which names a broker has, `connection-rules.ts` says. */
const credentials = yup
  .mixed<Record<string, string>>()
  .test('credentials', '${path} must map names to texts', (value) => {
    if (value === undefined) return true;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
    const values = Object.values(value);
    return values.length <= 20 && values.every((one) => typeof one === 'string');
  })
  .meta({ json: { type: 'object', additionalProperties: { type: 'string', writeOnly: true } } } as never);

const role = yup
  .string()
  .oneOf(ROLES)
  .meta({ json: { type: 'string', enum: [...ROLES] } } as never);

/** Body of a connection, and of the chat's dialogue that makes one. */
export const connectionInput = yup
  .object({
    broker: yup.string().oneOf(BROKERS).required(),
    label: yup.string().max(200).required(),
    role: role.required(),
    credentials: credentials.required(),
    /** By default BROKER - ACCOUNT. */
    portfolio: yup.string().max(200).optional(),
  })
  .noUnknown();
export type ConnectionInput = yup.InferType<typeof connectionInput>;

/** Body of a changed connection: absent fields stay, a credential given as '' is removed. */
export const connectionChange = yup
  .object({
    label: yup.string().max(200).optional(),
    role: role.optional(),
    credentials: credentials.optional(),
  })
  .noUnknown();
export type ConnectionChange = yup.InferType<typeof connectionChange>;

export const LONGEST_TOKEN = 2000;
export const LONGEST_OTP = 20;

/** The token that the broker's own page gave. */
export const loginInput = yup
  .object({ request_token: yup.string().max(LONGEST_TOKEN).required() })
  .noUnknown();

/** The one-time password that the broker sent. */
export const otpInput = yup.object({ otp: yup.string().max(LONGEST_OTP).required() }).noUnknown();

/** Which share the trades of a name are of; null takes the answer back. */
export const tradeNameInput = yup
  .object({ name: yup.string().max(128).required(), symbol: yup.string().max(128).nullable().defined() })
  .noUnknown();

/** One of the portfolios of the question, or null for a portfolio of its own. */
export const portfolioChoice = yup
  .object({ portfolio_id: yup.string().max(20).nullable().defined() })
  .noUnknown();
