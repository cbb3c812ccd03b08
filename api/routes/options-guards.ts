import {
  confirmationInput,
  envelopeView,
  permissionQuery,
  permissionView,
  positionPage,
  positionQuery,
  reconciliationPage,
  reconciliationQuery,
  reconciliationView,
  resumeInput,
  settingsInput,
  settingsView,
} from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

const tag = 'Options';
const RECONCILIATION = '/api/options/reconciliation';
const SETTINGS = '/api/options/settings';

/** Who may trade with money, and within which limits. */
export const OPTIONS_GUARD_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/options/permission',
    summary: 'Whether a strategy may enter now, in which mode, and why not',
    description:
      'Ask before every entry. Enter only on a 200 with may_enter true, in the mode that it says; anything else, such as 401, 503, no answer or a late one, means: do not enter. For a paused person the answer is may_enter false with the reason PERSON_PAUSED. Without an underlying, events of every underlying count; without a broker, the worst of all in use counts. With money (mode LIVE) everything has to be known: an open trade without max_loss, a result or exit costs, a margin older than 30 minutes, a broker without health, an unconfirmed mismatch or a halted risk envelope each forbid the entry. The margin in use may reach 90% of its limit. BLOCK events, a broker that is DOWN and the pause between two entries of a strategy forbid entries in every mode; a broker that is DEGRADED or UNSTABLE makes the mode DRY_RUN. limits say how large the entry may be.',
    tag,
    auth: 'ingest',
    answersPaused: true,
    kept: true,
    query: permissionQuery,
    response: permissionView,
    problems: { 401: ['INGEST_TOKEN_UNKNOWN'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.permission(user.userId, query),
  }),
  route({
    method: 'GET',
    path: '/api/envelope/state',
    summary: 'The risk envelope: OPEN, THROTTLED or HALTED, with each limit and its current value',
    description:
      'Only trades with money count. THROTTLED halves entries: a limit is near, or a figure is unknown. HALTED lasts, also over several days, until a person resumes trading.',
    tag,
    response: envelopeView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => await core.options.envelope.read(user.userId),
  }),
  route({
    method: 'POST',
    path: '/api/envelope/resume',
    tokens: 'never',
    summary: 'Resume a halted risk envelope; earlier losses no longer count',
    tag,
    body: resumeInput,
    response: envelopeView,
    problems: { 409: ['ENVELOPE_NOT_HALTED', 'ENVELOPE_STILL_OVER'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, body, actor }) =>
      await core.options.envelope.resume(user.userId, body.reason ?? null, actor),
  }),
  route({
    method: 'GET',
    path: RECONCILIATION,
    summary: 'Comparisons of positions with the broker, open mismatches first',
    tag,
    query: reconciliationQuery,
    response: reconciliationPage,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.reconciliations.list(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${RECONCILIATION}/:id/confirm`,
    tokens: 'never',
    params: { id: 'text' },
    summary: 'Confirm that a mismatch is settled, so that strategies may enter with money again',
    tag,
    body: confirmationInput,
    response: reconciliationView,
    problems: {
      404: ['RECONCILIATION_NOT_FOUND'],
      409: ['RECONCILIATION_MATCHES', 'RECONCILIATION_CONFIRMED'],
      503: ['OPTIONS_UNAVAILABLE'],
    },
    handler: async ({ core, user, params, body, actor }) =>
      await core.options.reconciliations.confirm(user.userId, params.id, body.note ?? null, actor),
  }),
  route({
    method: 'GET',
    path: '/api/options/positions',
    summary: 'Open trades by their newest report, those with money first',
    tag,
    query: positionQuery,
    response: positionPage,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.positions.list(user.userId, query),
  }),
  route({
    method: 'GET',
    path: SETTINGS,
    summary: 'The limits of the options workspace, and the mode of each strategy',
    tag,
    response: settingsView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => await core.options.settings.read(user.userId),
  }),
  route({
    method: 'PUT',
    path: SETTINGS,
    tokens: 'never',
    summary: 'Set limits of the options workspace; omitted ones do not change',
    description:
      'A setting never changes the mode of a strategy: a dry_run or mode that differs from what holds is refused with MODE_NOT_A_SETTING, and nothing is saved. The usual limits are 2% of PHASE1_CAPITAL for the loss of a day, 10% for open risk, 80% of the margin, 4 losses in a row, throttling from 70% of a limit, and 90 minutes between two entries of a strategy.',
    tag,
    body: settingsInput,
    response: settingsView,
    problems: { 409: ['MODE_NOT_A_SETTING'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, body, actor }) =>
      await core.options.settings.update(user.userId, body, actor),
  }),
];
