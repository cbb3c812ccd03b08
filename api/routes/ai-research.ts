import {
  baselineView,
  conflictsPage,
  conflictsQuery,
  dossierQuery,
  dossierView,
  factsPage,
  factsQuery,
  packetsPage,
  packetsQuery,
  researchInput,
  researchListQuery,
  researchListView,
  researchRunView,
  researchStartedView,
  researchStateView,
  sourcesPage,
  sourcesQuery,
  unavailablePage,
  unpinnedView,
} from '../../core/research/index.ts';
import { LARGEST_PAGE } from '../../core/platform/index.ts';
import { Reply, type Route, route } from '../route.ts';
import { paging } from './paging.ts';

const base = '/api/portfolio/ai-research';
const path = `${base}/runs`;
const one = { path: `${path}/:run_id`, params: { run_id: 'text' } } as const;
const tag = 'AI research';
const OFF = 'AI_RESEARCH_OFF';
const asking = {
  method: 'POST',
  tag,
  sample: 'never',
  body: researchInput,
  status: 202,
  response: researchStartedView,
  problems: { 409: [OFF], 422: ['SYMBOL_NOT_RESOLVED', 'NOT_ELIGIBLE'], 429: ['DAILY_RUN_LIMIT'] },
} as const;

/** A list that belongs to a run. */
const list = <Name extends string>(name: Name) =>
  ({
    method: 'GET',
    path: `${path}/:run_id/${name}`,
    params: one.params,
    tag,
    problems: { 404: ['RUN_NOT_FOUND'], 409: [OFF] },
  }) as const;

/** Dossiers of listed shares: asked for, followed, read. */
export const AI_RESEARCH_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${base}/state`,
    summary: 'Whether AI research is switched on, and how many of today’s runs are left',
    tag,
    response: researchStateView,
    handler: async ({ core, user }) => await core.research.runs.state(user.userId),
  }),
  route({
    ...asking,
    path,
    summary: 'Start research on a share in the registry',
    description:
      'It waits in a queue; research_progress frames on the live socket show its progress. Modes are CURRENT (what is known now), OFFLINE (only stored documents; nothing is fetched) and HISTORICAL (only what was published by the cutoff).',
    handler: async ({ core, user, body, actor }) =>
      await core.research.runs.create(user.userId, 'V2', body, actor),
  }),
  route({
    ...asking,
    path: `${base}/v3/runs`,
    summary: 'Start research on a share; a symbol that is not in the registry is looked up online',
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
    summary: 'One run with its stages and coverage, and the first rows and total of each of its lists',
    description:
      'Of packets, facts, conflicts, figures without a value, refused evidence and failures the first 200 are here, or as many as `first` says; `totals` has how many there are. The lists have routes of their own. `removed` counts what the checks took out of the words of models before publication, and lists the first 50 by place and reason, without the words themselves; it is null where there is no report, or one of the first version.',
    tag,
    query: dossierQuery,
    response: dossierView,
    kept: true,
    problems: { 404: ['RUN_NOT_FOUND'], 409: [OFF] },
    handler: async ({ core, user, params, query }) =>
      Reply.json(
        await core.research.runs.dossierJson(user.userId, params.run_id, { first: LARGEST_PAGE, ...query }),
      ),
  }),
  route({
    ...list('facts'),
    summary: 'The facts of a run, section by section, the newest first',
    query: factsQuery,
    response: factsPage,
    handler: async ({ core, user, params, query }) =>
      await core.research.runs.facts(user.userId, params.run_id, query),
  }),
  route({
    ...list('packets'),
    summary: 'The evidence of a run: who published what, and when',
    query: packetsQuery,
    response: packetsPage,
    handler: async ({ core, user, params, query }) =>
      await core.research.runs.packets(user.userId, params.run_id, query),
  }),
  route({
    ...list('conflicts'),
    summary: 'Figures on which sources differ, each with what every source says and the rule that decided',
    query: conflictsQuery,
    response: conflictsPage,
    handler: async ({ core, user, params, query }) =>
      await core.research.runs.conflicts(user.userId, params.run_id, query),
  }),
  route({
    ...list('unavailable'),
    summary: 'Figures that a source has without a usable value, with the reason',
    query: paging,
    response: unavailablePage,
    handler: async ({ core, user, params, query }) =>
      await core.research.runs.unavailable(user.userId, params.run_id, query),
  }),
  route({
    ...list('sources'),
    summary: 'What each source returned, what was refused and why, and which sources failed',
    query: sourcesQuery,
    response: sourcesPage,
    handler: async ({ core, user, params, query }) =>
      await core.research.runs.sources(user.userId, params.run_id, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/pdf`,
    summary: 'The report of a run as a PDF',
    description:
      'The stored report on A4 pages; the same report gives the same bytes. Any report that has its four required sections can be downloaded. One that is not COMPLETED has `DRAFT - NOT APPROVED FOR PUBLICATION` and its coverage on each page, and one whose QA is not PASS says `Not QA approved`; both list every blocking defect.',
    tag,
    response: 'application/pdf',
    problems: {
      404: ['RUN_NOT_FOUND'],
      409: [OFF, 'NO_REPORT', 'REPORT_NOT_PRINTABLE'],
      503: ['UNAVAILABLE'],
    },
    handler: async ({ core, user, params }) => {
      const { filename, bytes } = await core.research.runs.pdf(user.userId, params.run_id);
      return new Reply(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${filename}"`,
        'Cache-Control': 'private, no-store',
      });
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/cancel`,
    summary: 'Cancel a run of AI research',
    description: 'A waiting run is cancelled at once. A running one stops when its current stage ends.',
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
    sample: 'never',
    summary: 'Run the same research again, as a new run that refers to this one',
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
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/set-baseline`,
    summary: 'Pin a COMPLETED run as the baseline of its share',
    description:
      'Later runs of the share are compared with it. It takes the place of the one before, within the same portfolio where the run has one. Any other run answers 409, and its detail begins with “Run is <STATE>; only COMPLETED runs can be pinned as a baseline”; <STATE> is UNREPORTED or UNREADABLE for a COMPLETED run whose report is missing or cannot be read.',
    tag,
    response: baselineView,
    problems: { 404: ['RUN_NOT_FOUND'], 409: [OFF, 'RUN_NOT_COMPLETED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.research.thesis.setBaseline(user.userId, params.run_id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/clear-baseline`,
    summary: 'Unpin a run, so that its share has no baseline',
    description:
      'Earlier comparisons stay on record. Unpinning it again changes nothing; `was_active` is then false.',
    tag,
    response: unpinnedView,
    problems: { 404: ['RUN_NOT_FOUND'], 409: [OFF, 'NOT_A_BASELINE'] },
    handler: async ({ core, user, params, actor }) =>
      await core.research.thesis.clearBaseline(user.userId, params.run_id, actor),
  }),
];
