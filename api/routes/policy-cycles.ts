import { cycleView, policyEquityRow } from '../../core/policies/index.ts';
import { type Route, route } from '../route.ts';

const one = { path: '/api/policies/:pid', params: { pid: 'POLICY' } } as const;
const tag = 'Policies';
const CANNOT_RUN = ['POLICY_NOT_ACTIVE', 'POLICY_BUSY', 'CYCLE_FAILED', 'NO_CLOSES'];

/** What a person asks of a policy's cycles. Each may be asked again: a day has one cycle. */
export const POLICY_CYCLE_ROUTES: readonly Route[] = [
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/run-cycle`,
    tokens: 'never',
    summary: 'Rebalance a policy now, at the closes of the last session',
    description:
      'Missed sessions come first. If the last session already has its cycle, that cycle is returned. The plan of a live policy waits for your approval.',
    tag,
    response: cycleView,
    repeats: 'anew',
    problems: { 409: CANNOT_RUN },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.requests.run(user.userId, params.pid, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/retry-latest-cycle`,
    tokens: 'never',
    summary: 'Try the newest cycle again after it failed',
    description:
      'Returns that cycle. If no rebalance was due, it is NOOP with `ranked` null, and the session was only valued.',
    tag,
    response: cycleView,
    repeats: 'anew',
    problems: { 409: ['CYCLE_NOT_FAILED', 'CYCLE_HAS_ORDERS', ...CANNOT_RUN] },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.requests.retryLatest(user.userId, params.pid, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/snapshot`,
    sample: 'never',
    summary: 'Value a policy as of now, at current prices where a close is missing',
    description: 'The row is for today’s session, and the close of the session replaces it.',
    tag,
    response: policyEquityRow,
    repeats: 'anew',
    problems: { 409: ['POLICY_BUSY', 'POLICY_NOT_STARTED'] },
    handler: async ({ core, user, params }) => await core.policies.requests.snapshot(user.userId, params.pid),
  }),
];
