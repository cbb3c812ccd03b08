import * as yup from 'yup';
import { dayInWords, dayField, type FieldError } from '../../platform/index.ts';
import { isIsin } from '../../market/instruments/index.ts';

/** More lines than the broadest index funds have. */
const MOST_FUND_HOLDINGS = 5000;
/** Published weights are rounded: all of them together may be this much above 100. */
const WEIGHT_TOLERANCE_PCT = 0.5;

const isinText = yup
  .string()
  .test(
    'isin',
    'isin must be 12 characters with a valid check digit, such as INE009A01021.',
    (value) => value === undefined || value === null || isIsin(value.trim().toUpperCase()),
  );

/** Body of PUT /fund-holdings: what a fund holds on a day. `holdings` may be empty, for a fund without shares. */
export const fundHoldingsInput = yup
  .object({
    as_of: dayField.required('as_of is required: the date of the weights.'),
    holdings: yup
      .array(
        yup
          .object({
            stock_symbol: yup
              .string()
              .matches(/\S/, 'stock_symbol must not be blank.')
              .max(128, 'stock_symbol may have at most 128 characters.')
              .required('stock_symbol is required: the symbol or the name of the company.'),
            isin: isinText.nullable().optional(),
            weight_pct: yup
              .number()
              .typeError('weight_pct must be a number of percentage points.')
              .min(0, 'weight_pct must be 0 or more.')
              .max(100, 'weight_pct must be 100 or less: it is a percentage of the fund.')
              .required('weight_pct is required, in percentage points.'),
          })
          .noUnknown()
          .required(),
      )
      .max(MOST_FUND_HOLDINGS, `holdings may have at most ${MOST_FUND_HOLDINGS} rows.`)
      .required(
        'holdings is required: a list of { stock_symbol, weight_pct }, empty for a fund without shares.',
      ),
    source: yup
      .string()
      .matches(/\S/, 'source must not be blank.')
      .max(40, 'source may have at most 40 characters.')
      .optional(),
  })
  .noUnknown();
export type FundHoldingsInput = yup.InferType<typeof fundHoldingsInput>;

/** The newest day on record where none is named. */
export const fundHoldingsQuery = yup.object({ as_of: dayField.optional() }).noUnknown();
export const fundHoldingsDayQuery = yup
  .object({ as_of: dayField.required('as_of is required: the date of the list to delete.') })
  .noUnknown();

/** Capitals, one space between words: how symbols of funds and shares are compared. */
export function symbolKey(symbol: string): string {
  return symbol.trim().replaceAll(/\s+/g, ' ').toUpperCase();
}

/** What the rows demand of one another, and of the day. @param today YYYY-MM-DD */
export function fundHoldingsRules(input: FundHoldingsInput, today: string): FieldError[] {
  const errors: FieldError[] = [];
  if (input.as_of > today)
    errors.push({ field: 'as_of', message: `as_of is in the future; today is ${dayInWords(today)}.` });
  const seen = new Map<string, number>();
  for (const [index, { stock_symbol, isin }] of input.holdings.entries()) {
    for (const word of [symbolKey(stock_symbol), isin ? `ISIN ${isin.trim().toUpperCase()}` : null]) {
      if (word === null) continue;
      const before = seen.get(word);
      if (before === undefined) seen.set(word, index);
      else
        errors.push({
          field: `holdings[${index}].${word.startsWith('ISIN ') ? 'isin' : 'stock_symbol'}`,
          message: `${word} is already in row ${before + 1}. Combine the two rows and add up their weights.`,
        });
    }
  }
  const sum = input.holdings.reduce((all, { weight_pct }) => all + weight_pct, 0);
  if (sum > 100 + WEIGHT_TOLERANCE_PCT)
    errors.push({
      field: 'holdings',
      message: `The weights add up to ${Number(sum.toFixed(2))}%, which is more than 100%. Check for totals among the rows.`,
    });
  return errors;
}
