import { calendarsView } from '../../core/market/index.ts';
import { catchUpView, refreshInput, refreshView } from '../../core/portfolio/index.ts';
import {
  LARGEST_MARKET_FILE,
  marketFileForm,
  marketFileQuery,
  marketFileView,
} from '../../core/quality/index.ts';
import { type Route, route } from '../route.ts';
import { readUpload } from '../upload.ts';

export const MARKET_DATA_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/market-data/files',
    sample: 'never',
    summary: 'Import a file of closes, index levels, corporate actions or instruments',
    description:
      'Bhavcopies, date,symbol,close, date,close with `symbol`, one column per symbol, lists of corporate actions, and NSE’s lists of instruments and indexes (an index list needs `index` and `as_of`); each may be zipped. ?preview=true stores nothing. Closes of symbols and ISINs in any portfolio are stored even if the registry does not know them. All users of this installation share what is imported, so only its owner may import. The same file again changes nothing.',
    tag: 'Portfolio',
    query: marketFileQuery,
    form: marketFileForm,
    // The same file again changes nothing.
    repeats: 'anew',
    response: marketFileView,
    problems: {
      403: ['OWNER_ONLY'],
      413: ['MARKET_FILE_TOO_LARGE'],
      422: ['MARKET_FILE_UNKNOWN'],
    },
    handler: async ({ core, user, query, ctx }) =>
      await readUpload(ctx, {
        form: marketFileForm,
        largest: LARGEST_MARKET_FILE,
        consume: async (file, fields) =>
          await core.marketFiles.take(user.userId, file, {
            ...fields,
            isPreview: query.preview === 'true',
          }),
        takeBack: async () => undefined,
      }),
  }),
  route({
    method: 'POST',
    path: '/api/portfolio/market-data/refresh',
    summary: 'Refresh the prices of all traded holdings',
    description:
      'Answers when all prices are in. `reason` explains each holding that was excluded or failed; it keeps its last good price. `tried` lists sources that failed first. The live socket frame `refresh_progress` shows progress. No source is asked again within 30 seconds, for whichever person it was asked, unless `force` is true.',
    tag: 'Portfolio',
    body: refreshInput,
    response: refreshView,
    problems: { 409: ['HOLDINGS_CHANGED'] },
    handler: async ({ core, user, body }) => await core.prices.refresh(user.userId, body),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/market-data/catch-up',
    summary: 'How far prices, past closes, rates and announcements of what you hold are fetched',
    description:
      'Starts automatically as soon as something new is recorded. The live socket frame `market_catch_up` shows the progress of each step.',
    tag: 'Portfolio',
    response: catchUpView,
    handler: async ({ core, user }) => await core.catchUps.read(user.userId),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/market-data/calendars',
    summary: 'How far the calendars of the exchanges are known',
    description:
      'Sessions and settlement days, the state of each exchange’s own list of holidays, and days on which the list and the calendar disagree. Later days are assumed weekdays.',
    tag: 'Portfolio',
    response: calendarsView,
    handler: async ({ core }) => await core.holidays.read(),
  }),
];
