import * as yup from 'yup';
import { oneOf } from '../../platform/schema/index.ts';

/*
 * Fields that records of several kinds share. A record is JSON: amounts are numbers in rupees with at most four decimals,
 * moments ISO-8601 with an offset, days YYYY-MM-DD.
 */

/** How real a trade is: by hand of a simulation, beside the market, or with money. */
export const MODES = ['LIVE', 'DRY_RUN', 'SHADOW'] as const;
export type Mode = (typeof MODES)[number];
const INSTRUMENTS = ['CE', 'PE', 'FUT'] as const;
export type Instrument = (typeof INSTRUMENTS)[number];
export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];

const DECIMALS = 4;
/** Whole numbers of a ten-thousandth of a rupee stay exact up to 2^53: nine hundred thousand million rupees. */
const LARGEST_AMOUNT = 1e11;
const LARGEST_PRICE = 1e7;

const exact = (label: string) =>
  yup
    .number()
    .test(
      'decimals',
      `${label} may have at most ${DECIMALS} decimals.`,
      (value) => value === undefined || value === null || Number(value.toFixed(DECIMALS)) === value,
    );

export const money = exact('An amount').min(-LARGEST_AMOUNT).max(LARGEST_AMOUNT);
export const cost = exact('A cost').min(0).max(LARGEST_AMOUNT);
/** A price that something was traded at, or could be: never 0. */
export const price = exact('A price').moreThan(0, 'A price must be above 0.').max(LARGEST_PRICE);
const quantity = yup.number().integer().min(1).max(10_000_000);
/** What an option may be closed at: it can expire worth nothing. */
export const priceOrZero = exact('A price').min(0).max(LARGEST_PRICE);
/** A figure of analytics. */
export const figure = yup.number().test('finite', '${path} must be a number.', (value) => {
  return value === undefined || value === null || Number.isFinite(value);
});

export const recordId = yup
  .string()
  .matches(/^[\w.:/-]{1,100}$/, 'An id has 1 to 100 characters: letters, digits and . : / - _');
export const moment = yup.string().datetime({ allowOffset: true });
const day = yup.string().matches(/^\d{4}-\d{2}-\d{2}$/, '${path} must be a date such as 2026-01-31.');
export const tag = yup
  .string()
  .matches(/^[\w.:/-]{1,80}$/, 'A tag has 1 to 80 characters: letters, digits and . : / - _');
export const strategy = yup
  .string()
  .matches(
    /^[\w][\w .&+-]{0,59}$/,
    'A strategy name has 1 to 60 characters: letters, digits, spaces and . & + - _',
  );
export const underlying = yup
  .string()
  .matches(/^[A-Z0-9][A-Z0-9&_-]{0,29}$/, 'An underlying is a symbol such as NIFTY or M&M.');
export const broker = yup
  .string()
  .matches(/^[\w.-]{1,40}$/, 'A broker name has 1 to 40 characters: letters, digits and . - _');
/** A code such as EVENT_BLOCK. */
export const code = yup
  .string()
  .matches(/^[A-Z][A-Z0-9_]{0,59}$/, '${path} must be a code such as EVENT_BLOCK.');
export const words = yup.string().max(1_000);
export const symbol = yup.string().matches(/^[A-Z0-9&_.-]{1,60}$/, 'A symbol looks like NIFTY25JUN24750PE.');

export const mode = oneOf(...MODES);

/** Costs of a trade by kind, in rupees. A kind that is left out is none; where all of them are, the costs are unknown. */
export const costs = yup
  .object({
    brokerage: cost.default(undefined),
    stt: cost.default(undefined),
    exchange: cost.default(undefined),
    sebi: cost.default(undefined),
    stamp: cost.default(undefined),
    gst: cost.default(undefined),
    other: cost.default(undefined),
  })
  .noUnknown();
export type Costs = yup.InferType<typeof costs>;

/** Legs of a trade: one that is adjusted again and again has many. */
export const MOST_LEGS = 300;

/** What every leg of a trade has. */
export const contract = {
  symbol: symbol.required(),
  instrument: oneOf(...INSTRUMENTS),
  strike: price.nullable(),
  expiry: day.required(),
  side: oneOf(...SIDES),
  quantity: quantity.required(),
};

/** An option has a strike and a future has none. */
export const hasItsStrike = (value: { instrument?: unknown; strike?: unknown }): boolean =>
  value.instrument === 'FUT' ? (value.strike ?? null) === null : typeof value.strike === 'number';
export const STRIKE_WORDS = 'An option (CE, PE) needs a strike, and a future (FUT) has none.';

/** A condition of the market that a process chose by. */
export const regime = yup.object({ name: words.required() }).nullable();
export const rejectedStrategies = yup
  .array(
    yup
      .object({ strategy: strategy.required(), reason: words.required(), score: figure.nullable() })
      .noUnknown()
      .required(),
  )
  .max(50)
  .nullable();

/** Fields of every record. */
export const baseFields = { id: recordId.required(), at: moment.required() };
