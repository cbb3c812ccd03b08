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
      'Sessions that were missed come first. If the last session has its cycle already, that one is the answer. The plan of a live policy waits for your approval.',
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
    summary: 'Try the newest cycle again, which failed',
    description:
      'The answer is that cycle. Of a session that was no rebalance it is NOOP with `ranked` null: the session was valued.',
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
    summary: 'Value a policy as of now, at quotes where a close is missing',
    description: 'The row is of today’s session; the end of the session writes it anew.',
    tag,
    response: policyEquityRow,
    repeats: 'anew',
    problems: { 409: ['POLICY_BUSY', 'POLICY_NOT_STARTED'] },
    handler: async ({ core, user, params }) => await core.policies.requests.snapshot(user.userId, params.pid),
  }),
];
