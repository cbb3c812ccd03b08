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
    summary: 'Brokers that can be connected, and what each of them asks for',
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
        summary: 'All connections with the state of their syncs',
        description: 'Of credentials only their presence and last four characters are ever shown.',
      },
      create: {
        summary: 'Connect a broker',
        description:
          'Nothing is asked of the broker yet; the first sync is due at once and comes with the next round of the maintenance loop, or when it is asked for. Holdings and transactions go into `portfolio`, by default one named BROKER - ACCOUNT.',
      },
      get: 'One connection',
      update: {
        summary: 'Change the given fields of a connection',
        description:
          'A credential that is left out stays, one given as "" is removed. Other credentials end the session.',
      },
      remove: 'Forget a connection and its credentials; portfolios, holdings and transactions stay',
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/sync`,
    summary: 'Fetch holdings and transactions from the broker now',
    description:
      'Answers when all is recorded, or nothing. A failure of the broker is no error: it stands in `connection.sync`, and `counts` is null then.',
    response: syncOutcomeView,
    problems: { 409: [...BUSY, 'NO_SYNC_ROLE'] },
    handler: async ({ core, user, params, actor }) =>
      await core.connections.sync(user.userId, params.id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/login`,
    summary: 'End a login on the broker’s own page with the token it gave',
    description: 'The page is `login_url` of the connection. The next sync is due at once.',
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
    summary: 'Enter the one-time password that the broker sent',
    description: 'Only while the state is NEEDS_OTP. Ask for a sync afterwards.',
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
    summary: 'Choose the portfolio for an account whose trades or holdings another portfolio already has',
    description:
      'Only while `portfolio_question` is there: the first sync found the same trades or positions in portfolios of yours, recorded nothing, and waits in the state NEEDS_PORTFOLIO. `portfolio_id` is one of them, or null for a portfolio of its own. The next sync is due at once; the answer may be changed until its first rows are recorded, and giving the same one again changes nothing.',
    body: portfolioChoice,
    response: connectionView,
    problems: { 409: ['PORTFOLIO_NOT_ASKED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.connections.choosePortfolio(user.userId, params.id, body.portfolio_id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${path}/:id/otp/resend`,
    summary: 'Ask for the one-time password again',
    description: 'The broker does not offer it: the answer says how to get another one.',
    response: otpResendView,
    problems: { 409: ['OTP_NOT_WANTED'] },
    handler: async ({ core, user, params }) => await core.connections.resendOtp(user.userId, params.id),
  }),
];
