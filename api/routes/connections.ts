import * as yup from 'yup';
import {
  BROKERS,
  type BrokerView,
  type ConnectionView,
  NEEDS_PERSON,
  REASONS,
  ROLES,
  SYNC_STATES,
  type SyncCounts,
  type SyncOutcome,
} from '../../core/brokers/index.ts';
import { type Route, route } from '../route.ts';
import { resource } from './resource.ts';
import {
  exactly,
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';

const counts = {
  holdings: whole,
  prices_kept: whole,
  trades_read: whole,
  trades_new: whole,
  trades_known: whole,
  left_out: whole,
  left_out_reasons: listOf(exactly({ reason: text, count: whole, words: text })),
  not_at_broker: whole,
} satisfies Record<keyof SyncCounts, unknown>;
const countsOrNull = yup.object(counts).noUnknown().nullable().defined();

const connection = viewOf<ConnectionView>()({
  id: text,
  broker: oneOf(...BROKERS),
  broker_title: text,
  label: text,
  role: oneOf(...ROLES),
  account: textOrNull,
  portfolio: text,
  portfolio_question: yup
    .object({
      portfolios: listOf(exactly({ id: text, name: text, executions: whole, holdings: whole })),
      separate: text,
      answer: oneOf('EXISTING', 'SEPARATE').nullable(),
    })
    .noUnknown()
    .nullable()
    .defined(),
  credentials: listOf(exactly({ name: text, label: text, present: flag, last4: textOrNull })),
  sync: exactly({
    state: oneOf(...SYNC_STATES),
    reason_code: textOrNull,
    reason: textOrNull,
    last_success_at: instantOrNull,
    last_attempt_at: instantOrNull,
    next_due_at: instantOrNull,
    last_result: countsOrNull,
  }),
  token: exactly({ issued_at: instantOrNull, expires_at: instantOrNull }),
  login_url: textOrNull,
  created_at: instant,
  updated_at: instant,
});

const broker = viewOf<BrokerView>()({
  broker: oneOf(...BROKERS),
  title: text,
  is_on: flag,
  switched_on_by: text,
  roles: listOf(oneOf(...ROLES)),
  fields: listOf(exactly({ name: text, label: text, hint: text, secret: flag, required: flag })),
  needs_login: flag,
  rhythm: text,
});

const outcome = viewOf<SyncOutcome>()({ connection, counts: countsOrNull });

/** Values by name; which names a broker has, the service says. */
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

const input = yup
  .object({
    broker: yup.string().oneOf(BROKERS).required(),
    label: yup.string().max(200).required(),
    role: role.required(),
    credentials: credentials.required(),
    portfolio: yup.string().max(200).optional(),
  })
  .noUnknown();

const change = yup
  .object({
    label: yup.string().max(200).optional(),
    role: role.optional(),
    credentials: credentials.optional(),
  })
  .noUnknown();

const path = '/api/portfolio/connections';
const tag = 'Connections';
const one = { tag, params: { id: 'CONNECTION' } } as const;
const BUSY = ['SYNC_RUNNING'];
/** A broker's refusal of a login: 422 where the person can do something about it, else 503. */
const THEIRS: readonly string[] = [...NEEDS_PERSON, 'TOKEN_EXPIRED'];
const REFUSALS = { 422: THEIRS, 503: Object.keys(REASONS).filter((reason) => !THEIRS.includes(reason)) };

export const CONNECTION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${path}/brokers`,
    summary: 'Supported brokers and the credentials each needs',
    tag,
    response: exactly({ brokers: listOf(broker) }),
    handler: ({ core }) => Promise.resolve({ brokers: core.connections.brokers() }),
  }),
  ...resource({
    path,
    tag,
    noun: 'CONNECTION',
    view: connection,
    input,
    change,
    service: ({ connections }) => connections,
    routes: {
      list: {
        summary: 'All connections with their sync state',
        description: 'Of each credential, only its presence and last four characters are returned.',
      },
      create: {
        summary: 'Connect a broker',
        description:
          'Does not contact the broker yet. The first sync is due at once and runs with the next maintenance job, or when requested. Holdings and transactions go into `portfolio`, by default one named BROKER - ACCOUNT.',
      },
      get: 'One connection',
      update: {
        summary: 'Change the given fields of a connection',
        description:
          'Omitted credentials do not change; "" removes one. Changed credentials end the session.',
      },
      remove: 'Delete a connection and its credentials; portfolios, holdings and transactions stay',
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/sync`,
    summary: 'Sync holdings and transactions from the broker now',
    description:
      'Answers once everything is recorded, or nothing. A broker failure is not an HTTP error: it is in `connection.sync`, and `counts` is null.',
    response: outcome,
    problems: { 409: [...BUSY, 'NO_SYNC_ROLE'] },
    handler: async ({ core, user, params, actor }) =>
      await core.connections.sync(user.userId, params.id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/login`,
    summary: 'Complete a login on the broker’s page with its token',
    description: 'The login page is the connection’s `login_url`. The next sync is due at once.',
    body: yup.object({ request_token: yup.string().max(2000).required() }).noUnknown(),
    response: connection,
    problems: { ...REFUSALS, 409: [...BUSY, 'LOGIN_NOT_WANTED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.login(user.userId, params.id, body.request_token, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/otp`,
    summary: 'Enter the one-time password from the broker',
    description: 'Only in the state NEEDS_OTP. Start a sync afterwards.',
    body: yup.object({ otp: yup.string().max(20).required() }).noUnknown(),
    response: connection,
    problems: { ...REFUSALS, 409: [...BUSY, 'OTP_NOT_WANTED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.verifyOtp(user.userId, params.id, body.otp, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/portfolio`,
    summary: 'Choose the portfolio for an account that matches an existing portfolio',
    description:
      'Only while `portfolio_question` is present: the first sync found the same trades or positions in existing portfolios, recorded nothing, and waits in the state NEEDS_PORTFOLIO. `portfolio_id` is one of these portfolios, or null for a new one. The next sync is due at once. You can change the choice until the first rows are recorded; repeating it changes nothing.',
    body: yup.object({ portfolio_id: yup.string().max(20).nullable().defined() }).noUnknown(),
    response: connection,
    problems: { 409: ['PORTFOLIO_NOT_ASKED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.choosePortfolio(user.userId, params.id, body.portfolio_id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/otp/resend`,
    summary: 'Resend the one-time password',
    description: 'If the broker does not support this, the response says how to get another one.',
    response: exactly({ sent: flag, message: text }),
    problems: { 409: ['OTP_NOT_WANTED'] },
    handler: async ({ core, user, params }) => await core.connections.resendOtp(user.userId, params.id),
  }),
];
