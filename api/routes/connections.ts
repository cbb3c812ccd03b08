import {
  brokersView,
  connectionChange,
  connectionInput,
  connectionView,
  loginInput,
  NEEDS_PERSON,
  otpInput,
  otpResendView,
  portfolioChoice,
  REASON_CODES,
  syncOutcomeView,
  tradeNameInput,
} from '../../core/brokers/index.ts';
import { type Route, route } from '../route.ts';
import { resource } from './resource.ts';

const path = '/api/portfolio/connections';
const tag = 'Connections';
const one = { tag, params: { id: 'CONNECTION' } } as const;
const BUSY = ['SYNC_RUNNING'];
/** A broker's refusal of a login: 422 where the person can do something about it, else 503. */
const THEIRS: readonly string[] = [...NEEDS_PERSON, 'TOKEN_EXPIRED'];
const REFUSALS = { 422: THEIRS, 503: REASON_CODES.filter((reason) => !THEIRS.includes(reason)) };

export const CONNECTION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${path}/brokers`,
    summary: 'Supported brokers and the credentials each needs',
    tag,
    response: brokersView,
    handler: ({ core }) => Promise.resolve({ brokers: core.connections.brokers() }),
  }),
  ...resource({
    path,
    tag,
    noun: 'CONNECTION',
    view: connectionView,
    input: connectionInput,
    change: connectionChange,
    service: ({ connections }) => connections,
    routes: {
      list: {
        summary: 'All connections with their sync state',
        description: 'Of each credential, only its presence and last four characters are returned.',
      },
      create: {
        tokens: 'never',
        summary: 'Connect a broker',
        description:
          'Does not contact the broker yet. The first sync is due at once and runs with the next maintenance job, or when requested. Holdings and transactions go into `portfolio`, by default one named BROKER - ACCOUNT.',
      },
      get: 'One connection',
      update: {
        tokens: 'never',
        summary: 'Change the given fields of a connection',
        description:
          'Omitted credentials do not change; "" removes one. Changed credentials end the session.',
      },
      remove: {
        tokens: 'never',
        summary: 'Delete a connection and its credentials; portfolios, holdings and transactions stay',
        problems: { 409: ['CONNECTION_IN_USE'] },
      },
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/sync`,
    sample: 'never',
    summary: 'Sync holdings and transactions from the broker now',
    description:
      'Answers once everything is recorded, or nothing. A broker failure is not an HTTP error: it is in `connection.sync`, and `counts` is null.',
    response: syncOutcomeView,
    problems: { 409: [...BUSY, 'NO_SYNC_ROLE'] },
    handler: async ({ core, user, params, actor }) =>
      await core.connections.sync(user.userId, params.id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/login`,
    tokens: 'never',
    summary: 'Complete a login on the broker’s page with its token',
    description: 'The login page is the connection’s `login_url`. The next sync is due at once.',
    body: loginInput,
    response: connectionView,
    problems: { ...REFUSALS, 409: [...BUSY, 'LOGIN_NOT_WANTED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.login(user.userId, params.id, body.request_token, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/otp`,
    tokens: 'never',
    summary: 'Enter the one-time password from the broker',
    description: 'Only in the state NEEDS_OTP. Start a sync afterwards.',
    body: otpInput,
    response: connectionView,
    problems: { ...REFUSALS, 409: [...BUSY, 'OTP_NOT_WANTED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.verifyOtp(user.userId, params.id, body.otp, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/portfolio`,
    sample: 'never',
    summary: 'Choose the portfolio for an account that matches an existing portfolio',
    description:
      'Only while `portfolio_question` is present: the first sync found the same trades or positions in existing portfolios, recorded nothing, and waits in the state NEEDS_PORTFOLIO. `portfolio_id` is one of these portfolios, or null for a new one. The next sync is due at once. You can change the choice until the first rows are recorded; repeating it changes nothing.',
    body: portfolioChoice,
    response: connectionView,
    problems: { 409: ['PORTFOLIO_NOT_ASKED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.choosePortfolio(user.userId, params.id, body.portfolio_id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/trade-names`,
    sample: 'never',
    summary: 'Say which share the trades of a name are of',
    description:
      'For a name of `trade_names`: a broker without ISINs lists these trades under a name that may be of several shares. They are kept and not booked before the answer, which books them and later trades of the name. Null takes the answer back, and the trades out of the books; repeating an answer changes nothing.',
    body: tradeNameInput,
    response: connectionView,
    problems: { 404: ['TRADE_NAME_NOT_FOUND'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.answerTradeName(user.userId, params.id, body, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/otp/resend`,
    tokens: 'never',
    summary: 'Resend the one-time password',
    description: 'If the broker does not support this, the response says how to get another one.',
    response: otpResendView,
    problems: { 409: ['OTP_NOT_WANTED'] },
    handler: async ({ core, user, params }) => await core.connections.resendOtp(user.userId, params.id),
  }),
];
