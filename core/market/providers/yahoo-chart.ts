import * as yup from 'yup';
import { addDays, daysBetween, LONGEST_CLOSURE_DAYS } from '../../platform/index.ts';
import { isUsable, priced, type Quote, type QuoteOutcome, unpriced } from '../quotes/index.ts';
import { NotAChart, quotedIn, withoutNoise } from './yahoo-body.ts';

// Only what is read is described; what else Yahoo sends is let pass.
const prices = yup.array(yup.number().nullable().defined()).nullable().optional();
const result = yup.object({
  meta: yup
    .object({
      currency: yup.string().nullable().optional(),
      regularMarketPrice: yup.number().nullable().optional(),
      regularMarketTime: yup.number().nullable().optional(),
      gmtoffset: yup.number().nullable().optional(),
    })
    .required(),
  timestamp: yup.array(yup.number().required()).nullable().optional(),
  indicators: yup
    .object({
      quote: yup
        .array(yup.object({ close: prices }).nullable())
        .nullable()
        .optional(),
    })
    .nullable()
    .optional(),
});
const body = yup.object({
  chart: yup
    .object({
      result: yup.array(result.required()).nullable().optional(),
      error: yup.object({ code: yup.string().required() }).nullable().optional().default(undefined),
    })
    .required(),
});
type Result = yup.InferType<typeof result>;

interface Bar {
  day: string;
  close: number;
}

/**
 * Reads a body of Yahoo's chart API, of several days by day: the last price, and the close of the session before it.
 * @param currency what the price must be in.
 * @throws NotAChart
 */
export function readChart(received: unknown, currency: string, source: string): QuoteOutcome {
  const { chart } = validated(received);
  if (chart.error) {
    if (/not found/i.test(chart.error.code)) return unpriced('NOT_FOUND');
    return unpriced(/bad request|unprocessable/i.test(chart.error.code) ? 'NO_PRICE' : 'PROVIDER_ERROR');
  }
  const first = chart.result?.[0];
  if (first === undefined) return unpriced('NOT_FOUND');
  const given = first.meta.currency ?? null;
  if (given === null) return unpriced('NO_PRICE');
  const quoted = quotedIn(given);
  if (quoted.currency !== currency) return unpriced('CURRENCY_MISMATCH');
  const scale = (price: number) => (quoted.parts === 1 ? price : shiftedByTwo(price));
  return fromResult(first, (price, previous, day): Quote => ({
    price: scale(price),
    previous_close: previous === null ? null : scale(previous.close),
    // A session may have no bar here: the calendar decides.
    ...(previous === null || previous.day === weekdayBefore(day) ? {} : { previous_as_of: previous.day }),
    as_of: day,
    currency,
    source,
  }));
}

function fromResult(
  { meta, timestamp, indicators }: Result,
  quoteOf: (price: number, previous: Bar | null, day: string) => Quote,
): QuoteOutcome {
  const offset = meta.gmtoffset ?? 0;
  const closes = indicators?.quote?.[0]?.close ?? [];
  // Without timestamps, closes belong to no day.
  const bars = (timestamp ?? []).flatMap((at, index): Bar[] => {
    const close = closes[index];
    return isUsable(close) ? [{ day: dayOf(at, offset), close: withoutNoise(close) }] : [];
  });
  const before = (day: string) =>
    bars.findLast((bar) => bar.day < day && daysBetween(bar.day, day) <= LONGEST_CLOSURE_DAYS) ?? null;
  const price = meta.regularMarketPrice;
  if (isUsable(price) && isUsable(meta.regularMarketTime)) {
    const day = dayOf(meta.regularMarketTime, offset);
    return priced(quoteOf(withoutNoise(price), before(day), day));
  }
  const last = bars.at(-1);
  if (last !== undefined) return priced(quoteOf(last.close, before(last.day), last.day));
  return unpriced(price === null || price === undefined || isUsable(price) ? 'NO_PRICE' : 'INVALID_PRICE');
}

function validated(received: unknown): yup.InferType<typeof body> {
  try {
    return body.validateSync(received, { strict: true });
  } catch (error) {
    throw new NotAChart('the answer has no chart', { cause: error });
  }
}

/** The calendar day at the exchange. */
function dayOf(seconds: number, offset: number): string {
  return new Date((seconds + offset) * 1000).toISOString().slice(0, 10);
}

function weekdayBefore(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, weekday === 1 ? -3 : weekday === 0 ? -2 : -1);
}

/** A hundredth, without the noise of a division: 305.3 pence are 3.053 pounds. */
function shiftedByTwo(price: number): number {
  const text = String(price);
  return text.includes('e') ? price / 100 : Number(`${text}e-2`);
}
