import { eventsView, importedView, importInput, upcomingQuery } from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

const tag = 'Options';
const problems = { 503: ['OPTIONS_UNAVAILABLE'] };
const BODY_LIMIT = 6 * 1024 * 1024;

/** The calendar of events that block entries or call for caution. */
export const OPTIONS_EVENTS_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/events/upcoming',
    summary: 'Events in progress, or starting within a number of days (default: 14)',
    description:
      'Decisions of the RBI and the Fed, expiries of NSE index options and exchange holidays are built in. Your own event replaces the built-in one of the same category, underlying and day.',
    tag,
    query: upcomingQuery,
    response: eventsView,
    problems,
    handler: async ({ core, user, query }) => await core.options.events.upcoming(user.userId, query.days),
  }),
  route({
    method: 'GET',
    path: '/api/events/today',
    summary: 'Events whose window includes today in India, even if they are over',
    tag,
    response: eventsView,
    problems,
    handler: async ({ core, user }) => await core.options.events.today(user.userId),
  }),
  route({
    method: 'POST',
    path: '/api/events/import',
    tokens: 'never',
    summary: 'Import events from a file: CSV with a header, or JSON',
    description:
      'Columns: name, category, date (or starts_at and ends_at), and optionally severity, underlying, source, id, cancelled. Each row is imported, or listed with its error. Importing the same file again changes nothing; the same id with another date moves the event.',
    tag,
    repeats: 'anew',
    bodyLimit: BODY_LIMIT,
    body: importInput,
    response: importedView,
    problems,
    handler: async ({ core, user, body, actor }) =>
      await core.options.events.import(user.userId, body, actor.actor),
  }),
];
