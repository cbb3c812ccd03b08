import * as yup from 'yup';

// Only what is read is described; what else Yahoo sends is let pass. Elements of the long arrays are looked at one by one
// where they are read.
const list = yup.mixed<readonly unknown[]>((value): value is readonly unknown[] => Array.isArray(value));
const events = yup.mixed<Record<string, unknown>>(
  (value): value is Record<string, unknown> => typeof value === 'object' && value !== null,
);
const text = yup.string().nullable().optional();
const body = yup.object({
  chart: yup
    .object({
      result: yup
        .array(
          yup.object({
            meta: yup
              .object({
                symbol: text,
                currency: text,
                instrumentType: text,
                longName: text,
                exchangeName: text,
                exchangeTimezoneName: text,
                gmtoffset: yup.number().nullable().optional(),
              })
              .required(),
            timestamp: list.nullable().optional(),
            events: yup
              .object({ dividends: events.optional(), splits: events.optional() })
              .nullable()
              .optional()
              .default(undefined),
            indicators: yup
              .object({
                quote: yup.array(yup.object({ close: list.nullable().optional() }).nullable()).nullable(),
              })
              .nullable()
              .optional(),
          }),
        )
        .nullable()
        .optional(),
      error: yup.object({ code: yup.string().required() }).nullable().optional().default(undefined),
    })
    .required(),
});

/** Thrown for a body that is no answer of the chart API. */
export class NotAChart extends Error {
  override name = 'NotAChart';
}

/** A body of Yahoo's chart API by day, with nothing but its shape checked: prices, events and their days are as they came. */
export type YahooChartBody = yup.InferType<typeof body>['chart'];

/** @throws NotAChart for what has not the shape of one. */
export function readYahooChartBody(received: unknown): YahooChartBody {
  try {
    return body.validateSync(received, { strict: true }).chart;
  } catch (error) {
    throw new NotAChart('the answer has no chart', { cause: error });
  }
}

/** Currencies that exchanges quote in hundredths. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBp: 'GBP', GBX: 'GBP', ZAc: 'ZAR', ILA: 'ILS' };

/** The currency that Yahoo's prices are in, and how many of its units make one of it: 100 for pence. */
export function quotedIn(given: string): { currency: string; parts: 1 | 100 } {
  const whole = HUNDREDTHS[given];
  return whole === undefined ? { currency: given, parts: 1 } : { currency: whole, parts: 100 };
}

/** Closes are sent as 32-bit numbers blown up to 64: 164.32 arrives as 164.32000732421875. The shortest equal one is meant. */
export function withoutNoise(price: number): number {
  if (Math.fround(price) !== price) return price;
  for (let digits = 6; digits <= 9; digits += 1) {
    const short = Number(price.toPrecision(digits));
    if (Math.fround(short) === price) return short;
  }
  return price;
}
