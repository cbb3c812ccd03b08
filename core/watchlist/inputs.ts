import * as yup from 'yup';
import { amountField, type FieldError, pageQuery } from '../platform/index.ts';
import { ALERT_KINDS, type AlertKind } from './alert-state.ts';
import { ASSET_CLASSES, type AssetClass } from '../market/instruments/index.ts';

const symbol = yup
  .string()
  .matches(/^[A-Z0-9][A-Z0-9&.:_^-]{0,63}$/i, 'symbol is not valid. Enter it like TCS or M&M.');

const named = {
  /** Both only for what neither the person's holdings nor the registry know. */
  asset_class: yup
    .mixed<AssetClass>()
    .oneOf([...ASSET_CLASSES], `asset_class must be one of ${ASSET_CLASSES.join(', ')}.`)
    .optional(),
  currency: yup
    .string()
    .matches(/^[A-Z]{3}$/, 'currency must be a three-letter code such as INR or USD.')
    .optional(),
};

/** Body of a watchlist item. */
export const watchlistInput = yup
  .object({ symbol: symbol.required('symbol is required: what to watch.'), ...named })
  .noUnknown();
export type WatchlistInput = yup.InferType<typeof watchlistInput>;

const kind = yup.mixed<AlertKind>().oneOf([...ALERT_KINDS], `kind must be one of ${ALERT_KINDS.join(', ')}.`);
const threshold = amountField('threshold').moreThan(0, 'threshold must be above zero.');

/** Body of an alert. `threshold` is a price in the instrument's currency, or percentage points. */
export const alertInput = yup
  .object({
    kind: kind.required(`kind is required: one of ${ALERT_KINDS.join(', ')}.`),
    symbol: symbol.optional(),
    portfolio: yup.string().max(80, 'portfolio may have at most 80 characters.').nullable().optional(),
    threshold: threshold.required('threshold is required: a price, or percentage points.'),
    ...named,
  })
  .noUnknown();
export type AlertInput = yup.InferType<typeof alertInput>;

/** Body of a changed alert: another level, or another kind on the same thing. */
export const alertChange = yup.object({ kind: kind.optional(), threshold: threshold.optional() }).noUnknown();
export type AlertChange = yup.InferType<typeof alertChange>;

/** With `fresh`, prices that are older than a minute are asked for first. */
export const watchlistQuery = yup.object({ ...pageQuery, fresh: yup.boolean().optional() }).noUnknown();
export type WatchlistQuery = yup.InferType<typeof watchlistQuery>;

/** `most` headlines at most. */
export const newsQuery = yup.object({ most: yup.number().integer().min(1).max(50).optional() }).noUnknown();
export type NewsQuery = yup.InferType<typeof newsQuery>;

/** What the kind of an alert demands or forbids beyond the plain fields. */
export function alertRules(input: AlertInput): FieldError[] {
  const { symbol: given, portfolio } = input;
  const errors: FieldError[] = [];
  if (input.kind === 'DRAWDOWN_PCT') {
    if (given !== undefined)
      errors.push({ field: 'symbol', message: 'A drawdown alert is on a portfolio. Remove symbol.' });
    if (input.threshold >= 100)
      errors.push({
        field: 'threshold',
        message: 'threshold must be below 100, because a portfolio cannot lose more.',
      });
  } else {
    if (given === undefined)
      errors.push({ field: 'symbol', message: `symbol is required for ${input.kind}: what to watch.` });
    if (portfolio !== undefined && portfolio !== null)
      errors.push({ field: 'portfolio', message: 'portfolio applies only to DRAWDOWN_PCT.' });
  }
  return errors;
}
