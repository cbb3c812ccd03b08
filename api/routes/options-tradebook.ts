import {
  LARGEST_TRADEBOOK,
  NEEDED_COLUMNS,
  needTradebook,
  settledView,
  settlementInput,
  settlementsView,
  tradebookForm,
  tradebookQuery,
  tradebookView,
} from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';
import { readUpload } from '../upload.ts';

const path = '/api/options/tradebook';
const tag = 'Options';
const REFUSALS = [
  'CSV_EMPTY',
  'CSV_IS_EXCEL',
  'CSV_IS_ARCHIVE',
  'CSV_IS_PDF',
  'CSV_IS_HTML',
  'CSV_IS_XML',
  'CSV_IS_JSON',
  'CSV_BINARY',
  'CSV_ENCODING',
  'CSV_TOO_MANY_COLUMNS',
  'CSV_FIELD_TOO_LONG',
  'CSV_UNCLOSED_QUOTE',
  'TRADEBOOK_UNKNOWN_COLUMNS',
  'TRADEBOOK_TOO_LONG',
];

/** F&O tradebooks of brokers. */
export const OPTIONS_TRADEBOOK_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path,
    tokens: 'never',
    summary: 'Import an F&O tradebook (CSV) as executions, closed trades and open positions',
    description: `${NEEDED_COLUMNS}; optional are exchange, segment, trade id, order id, costs by item (brokerage, stt, exchange charges, sebi, stamp duty, gst, other costs), strategy and tag. A row whose side is SETTLEMENT gives the price of the underlying at its expiry. Zerodha's tradebook works as it is. Each fill is imported once, by the exchange's trade number, whichever file it is in; ?preview=true saves nothing. Rows are numbered as in the file, with the header as row 1.`,
    tag,
    query: tradebookQuery,
    form: tradebookForm,
    // Fills are taken once by ids of their own.
    repeats: 'anew',
    response: tradebookView,
    problems: { 413: ['CSV_TOO_LARGE'], 422: REFUSALS, 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query, actor, ctx }) => {
      const { tradebooks } = core.options;
      const { reading, name } = await readUpload(ctx, {
        form: tradebookForm,
        largest: LARGEST_TRADEBOOK,
        consume: async (file, { strategy, brokerage }) => ({
          name: file.name,
          reading: needTradebook(
            await tradebooks.read(file.stream, {
              ...(strategy === undefined ? {} : { strategy }),
              ...(brokerage === undefined ? {} : { brokerage: Number(brokerage) }),
            }),
          ),
        }),
        takeBack: async () => undefined,
      });
      return query.preview === 'true'
        ? await tradebooks.preview(user.userId, reading)
        : await tradebooks.commit(user.userId, reading, { name, actor });
    },
  }),
  route({
    method: 'GET',
    path: `${path}/settlements`,
    summary: 'Expiries whose settlement price is known, and those that need one',
    tag,
    response: settlementsView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => await core.options.tradebooks.settlements(user.userId),
  }),
  route({
    method: 'PUT',
    path: `${path}/settlements`,
    tokens: 'never',
    summary:
      'Enter the settlement price of an underlying on an expiry, so that expired contracts have a result',
    description:
      'An option without a closing fill is then valued at its intrinsic value at expiry. A later price replaces an earlier one.',
    tag,
    body: settlementInput,
    response: settledView,
    // The same settlement again changes nothing.
    repeats: 'anew',
    problems: { 404: ['NO_FILLS_OF_EXPIRY'], 422: ['NOT_EXPIRED'], 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, body, actor }) =>
      await core.options.tradebooks.settle(user.userId, body, actor),
  }),
];
