import {
  battleLogPage,
  battleLogQuery,
  battleSummaryView,
  journalChoicesView,
  journalPage,
  journalQuery,
  journalStoryView,
  journalTradeQuery,
  notesInput,
  notesView,
  sentimentLatestView,
  sentimentPage,
  sentimentQuery,
  tradeHistoryPage,
  tradeHistoryQuery,
} from '../../core/options/index.ts';
import { Reply, type Route, route } from '../route.ts';

const tag = 'Options';
const problems = { 503: ['OPTIONS_UNAVAILABLE'] };

/** Closed trades and what was noted of them, how strategies were chosen, and what analyses felt. */
export const OPTIONS_JOURNAL_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/journal',
    summary: 'The journal: closed trades, newest first',
    description:
      'Filters: strategy, exit_reason, mode, and date (a day in India) or from and to. A page has 25 trades by default and at most 200. Debrief, attribution and verdict are calculated from the reported records; an unknown figure is null, and reasons says why.',
    tag,
    kept: true,
    query: journalQuery,
    response: journalPage,
    problems,
    handler: async ({ core, user, query }) =>
      Reply.json(await core.options.journal.listJson(user.userId, query)),
  }),
  route({
    method: 'GET',
    path: '/api/options/journal/choices',
    summary: 'Strategies and exit reasons to filter the journal by',
    tag,
    response: journalChoicesView,
    problems,
    handler: async ({ core, user }) => await core.options.journal.choices(user.userId),
  }),
  route({
    method: 'GET',
    path: '/api/journal/:tag',
    params: { tag: 'text' },
    summary: 'One trade in full',
    description:
      'Legs, executions, the states of its position, the signal and the analysis that it was entered on, attribution of its gross result, debrief and note. Trades of several modes may share a tag: without a mode it is the LIVE one, else that of DRY_RUN, else that of SHADOW, and other_modes names the rest.',
    tag,
    query: journalTradeQuery,
    response: journalStoryView,
    problems: { ...problems, 404: ['JOURNAL_NOT_FOUND'] },
    handler: async ({ core, user, params, query }) =>
      await core.options.journal.read(user.userId, { tag: params.tag, mode: query.mode }),
  }),
  route({
    method: 'PATCH',
    path: '/api/journal/:tag/notes',
    params: { tag: 'text' },
    summary: 'Write your note on a trade; null or an empty text deletes it',
    tag,
    query: journalTradeQuery,
    body: notesInput,
    response: notesView,
    problems: { ...problems, 404: ['JOURNAL_NOT_FOUND'] },
    handler: async ({ core, user, params, query, body, actor }) =>
      await core.options.journal.saveNotes(
        user.userId,
        { tag: params.tag, mode: query.mode },
        body.notes,
        actor,
      ),
  }),
  route({
    method: 'GET',
    path: '/api/trades/history/page',
    summary: 'Closed LIVE and DRY_RUN trades, newest first, one for each mode and tag',
    description:
      'dry_run=true: only DRY_RUN; dry_run=false: only LIVE. SHADOW trades are never included; read them from the journal with mode=SHADOW. A page has 50 trades by default and at most 200.',
    tag,
    kept: true,
    query: tradeHistoryQuery,
    response: tradeHistoryPage,
    problems,
    handler: async ({ core, user, query }) =>
      Reply.json(await core.options.journal.historyJson(user.userId, query)),
  }),
  route({
    method: 'GET',
    path: '/api/battle/log',
    summary: 'How strategies scored against each other on a day in India, newest first',
    tag,
    query: battleLogQuery,
    response: battleLogPage,
    problems,
    handler: async ({ core, user, query }) => await core.options.battle.log(user.userId, query),
  }),
  route({
    method: 'GET',
    path: '/api/battle/summary',
    summary: 'How often each strategy was weighed and chosen, by day; at most 60 seconds old',
    tag,
    kept: true,
    response: battleSummaryView,
    problems,
    handler: async ({ core, user }) => await core.options.battle.summary(user.userId),
  }),
  route({
    method: 'GET',
    path: '/api/sentiment/latest',
    summary: 'The sentiment of the latest analysis of each underlying, with the price of its options',
    tag,
    response: sentimentLatestView,
    problems,
    handler: async ({ core, user }) => await core.options.sentiment.latest(user.userId),
  }),
  route({
    method: 'GET',
    path: '/api/sentiment/history',
    summary: 'The sentiment of analyses, newest first',
    tag,
    query: sentimentQuery,
    response: sentimentPage,
    problems,
    handler: async ({ core, user, query }) => await core.options.sentiment.history(user.userId, query),
  }),
];
