import {
  dossierView,
  researchInput,
  researchListQuery,
  researchListView,
  researchRunView,
  researchStartedView,
  researchStateView,
} from '../../core/research/index.ts';
import { type Route, route } from '../route.ts';

const base = '/api/portfolio/ai-research';
const path = `${base}/runs`;
const one = { path: `${path}/:run_id`, params: { run_id: 'text' } } as const;
const tag = 'AI research';
const OFF = 'AI_RESEARCH_OFF';
const asking = {
  method: 'POST',
  tag,
  body: researchInput,
  status: 202,
  response: researchStartedView,
  problems: { 409: [OFF], 422: ['SYMBOL_NOT_RESOLVED', 'NOT_ELIGIBLE'], 429: ['DAILY_RUN_LIMIT'] },
} as const;

/** Dossiers of listed shares: asked for, followed, read. */
export const AI_RESEARCH_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${base}/state`,
    summary: 'Whether AI research is switched on, and what is left of today’s runs',
    tag,
    response: researchStateView,
    handler: async ({ core, user }) => await core.research.runs.state(user.userId),
  }),
  route({
    ...asking,
    path,
    summary: 'Ask for research about a share of the registry',
    description:
      'It waits in a queue; frames of type research_progress on the live socket tell how it goes. Modes are CURRENT (what is known now), OFFLINE (only what is kept; nobody is asked) and HISTORICAL (only what was published by the cutoff).',
    handler: async ({ core, user, body, actor }) =>
      await core.research.runs.create(user.userId, 'V2', body, actor),
  }),
  route({
    ...asking,
    path: `${base}/v3/runs`,
    summary: 'The same; a symbol that the registry does not know is looked up outside',
    handler: async ({ core, user, body, actor }) =>
      await core.research.runs.create(user.userId, 'V3', body, actor),
  }),
  route({
    method: 'GET',
    path,
    summary: 'All runs of AI research, newest first',
    tag,
    query: researchListQuery,
    response: researchListView,
    problems: { 409: [OFF] },
    handler: async ({ core, user, query }) => await core.research.runs.list(user.userId, query),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'One run with its stages, evidence, facts, conflicts and coverage',
    tag,
    response: dossierView,
    problems: { 404: ['RUN_NOT_FOUND'], 409: [OFF] },
    handler: async ({ core, user, params }) => await core.research.runs.dossier(user.userId, params.run_id),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/cancel`,
    summary: 'Cancel a run of AI research',
    description: 'A waiting run is cancelled at once. A running one stops after its current stage.',
    tag,
    response: researchRunView,
    problems: { 404: ['RUN_NOT_FOUND'], 409: [OFF, 'RUN_FINISHED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.research.runs.cancel(user.userId, params.run_id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/retry`,
    summary: 'Ask for the same anew, as a run of its own that names this one',
    tag,
    status: 202,
    response: researchStartedView,
    problems: {
      404: ['RUN_NOT_FOUND'],
      409: [OFF, 'RUN_UNFINISHED'],
      422: ['SYMBOL_NOT_RESOLVED', 'NOT_ELIGIBLE'],
      429: ['DAILY_RUN_LIMIT'],
    },
    handler: async ({ core, user, params, actor }) =>
      await core.research.runs.retry(user.userId, params.run_id, actor),
  }),
];
