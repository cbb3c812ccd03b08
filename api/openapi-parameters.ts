import type { Route } from './route.ts';

/** What the fields of queries mean, by their name; `GET /path name` says it of one route. */
const QUERY: Readonly<Record<string, string>> = {
  after: 'Id of a message; newer ones follow, oldest first.',
  as_of: 'Day of the disclosure, YYYY-MM-DD. Default: the newest.',
  asset_class: 'Only this asset class.',
  authority: 'Only statements from sources of this reliability.',
  before: 'Id of a message; the latest older ones are returned.',
  benchmark: 'Index to compare with.',
  broker: 'The broker that the entry would go to. If omitted, the worst broker in use counts.',
  currency: 'Only this currency, as an ISO 4217 code.',
  date: 'Session, YYYY-MM-DD. Default: the latest.',
  'GET /api/battle/log date': 'Session, YYYY-MM-DD. Default: all of them.',
  days: 'How many days ahead. Default: 14.',
  dry_run: 'True: only trades in dry run; false: only the others.',
  entries: '`remove`: what you entered into the made-up household may go with it.',
  exit_reason: 'Only trades that were closed for this reason.',
  as_known:
    '`now` (default) for values calculated from the books as they are today, `then` for those recorded at the time.',
  explain: 'True adds how each figure is calculated: formula, numbers and sources.',
  family: 'Only facts of this family.',
  filter: 'Which holdings: all, those that need attention, or those in one state.',
  first: 'How many rows of each long list are included.',
  format: 'Format of the response.',
  'GET /api/portfolio/reports/tax-lots format':
    '`112a` returns the Schedule 112A file of the year instead of JSON.',
  fresh: 'True fetches prices from the providers first.',
  from: 'First day, YYYY-MM-DD.',
  fy: 'Financial year in India, such as 2024-25. Default: the current one.',
  ids: 'Ids of backtests, separated by commas.',
  import_id: 'Only rows from this import.',
  is_derived: 'True: only rows that corporate actions made; false: only the others.',
  kind: 'Only this kind.',
  limit: 'Maximum number of items.',
  live: 'True values the holdings at current prices.',
  metric: 'Only this figure.',
  mode: 'Only this mode.',
  'GET /api/journal/:tag mode': 'The mode of the trade, where trades of several modes share the tag.',
  'PATCH /api/journal/:tag/notes mode': 'The mode of the trade, where trades of several modes share the tag.',
  'GET /api/options/v2/performance mode': 'The mode to measure. Give exactly one.',
  'GET /api/options/performance/daily mode': 'The mode to measure. Give exactly one.',
  model: 'Only analyses of this model.',
  months: 'How many months ahead. Default: 12.',
  most: 'Maximum number of headlines.',
  of: '`held`: only shares you hold or held; `others`: all other shares. Default: all of them.',
  newest: 'True: only the newest period of each figure.',
  open: 'True: only what is still open; false: only the others.',
  order: 'Sort direction.',
  outcome: 'Only requests with this outcome.',
  page: 'Page of the list, from 1.',
  page_size: 'Rows on a page. Default: 50.',
  period: 'How far back from today the figures go.',
  plan_id: 'Only orders of this plan.',
  policy_id: 'Only plans of this policy.',
  portfolio: 'Name or id of a portfolio. Default: all of them together.',
  preview: '`true` shows what would be imported and writes nothing.',
  provider: 'Only this source.',
  q: 'Text to search for.',
  rating: 'Only reports with this rating.',
  report: 'Which report.',
  search: 'Part of a symbol or name.',
  section: 'Which part of the result.',
  severity: 'Only findings of this severity.',
  sort: 'Column to sort by.',
  source: 'Only events from this source.',
  state: 'Only orders in this state.',
  status: 'Only this status.',
  strategy: 'Only this strategy.',
  'GET /api/options/permission strategy': 'The strategy that asks to enter.',
  symbol: 'Only this symbol.',
  symbols: 'Symbols, separated by commas.',
  to: 'Last day, YYYY-MM-DD.',
  type: 'Only this type.',
  'GET /api/portfolio/csv type': 'What the file lists.',
  'GET /api/portfolio/csv/sample type': 'What the sample lists.',
  underlying: 'Only this underlying.',
  'GET /api/options/permission underlying':
    'The underlying of the entry. If omitted, events of every underlying count.',
  unread: 'True: only unread notifications.',
  year: 'Calendar year.',
};

/** Parameters of paths that are no ids. */
const TEXT: Readonly<Record<string, string>> = {
  file: 'Name of a file of the page.',
  fund_symbol: 'Symbol of the fund.',
  id: 'Id of the row.',
  name: 'Name of the picture.',
  run_id: 'Id of the run.',
  strategy: 'Name of the strategy.',
  symbol: 'Symbol of the holding, in any case.',
  tag: 'Tag of the trade.',
  token: 'Id of the ingest token, from the list of tokens.',
};

/** Words for what an id names, where they are not those of the noun. */
const NOUNS: Readonly<Record<string, string>> = {
  ACTION: 'corporate action',
  API_TOKEN: 'API token',
  CHAT_ATTACHMENT: 'file of the chat',
  CHAT_LINK: 'link of a chat',
  DELIVERY: 'delivery of a notification',
  DIFFERENCE: 'difference between the books and the broker',
  LEDGER_ACTION: 'corporate action in the ledger',
  RUN: 'backtest',
  SIP_PLAN: 'SIP plan',
};

/** What a field of a route's query means; undefined for one that nobody has described. */
export function queryWords({ method, path }: Route, name: string): string | undefined {
  return QUERY[`${method} ${path} ${name}`] ?? QUERY[name];
}

/** What a parameter of a route's path means; undefined for one that nobody has described. */
export function pathWords({ params = {} }: Route, name: string): string | undefined {
  const noun = params[name];
  if (noun === undefined || noun === 'text') return TEXT[name];
  return `Id of the ${NOUNS[noun] ?? noun.toLowerCase().replaceAll('_', ' ')}.`;
}

/** Every description of a query, to find those that no route has any more. */
export const QUERY_WORDS = Object.keys(QUERY);
