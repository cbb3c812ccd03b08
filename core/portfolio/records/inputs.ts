import * as yup from 'yup';
import { amountField, dayField, type FieldError } from '../../platform/index.ts';
import { hasPrice, RECORDED_TYPES } from '../ledger/index.ts';
import { isIsin, ASSET_CLASSES, type AssetClass } from '../../market/instruments/index.ts';

/** The protected aggregate over all portfolios; no row is ever put into it. */
export const NETWORTH = 'Networth';

/** Whether a name from outside means that aggregate, whatever its case and the blanks around it. */
export const isNetworth = (name: string | null | undefined): boolean =>
  name?.trim().toLowerCase() === NETWORTH.toLowerCase();

const name = (label: string, max: number) =>
  yup
    .string()
    .min(1, `${label} must not be empty.`)
    .matches(/\S/, `${label} must not be blank.`)
    .max(max, `${label} may have at most ${max} characters.`);
const currency = yup
  .string()
  .matches(/^[A-Z]{3}$/, 'currency must be a three-letter code such as INR or USD.');
const isin = yup
  .string()
  .test(
    'isin',
    'isin must be 12 characters with a valid check digit, such as INE002A01018.',
    (value) => value === undefined || value === null || isIsin(value.trim().toUpperCase()),
  );
export const portfolioField = name('portfolio', 80)
  .required('portfolio is required: name the portfolio this belongs to.')
  .test(
    'networth',
    `${NETWORTH} is the total of all portfolios. Choose one of them.`,
    (value) => !isNetworth(value),
  );
// A fund without a ticker goes by its name, and those are long.
export const symbolField = name('symbol', 128).required('symbol is required.');

/** Body of a portfolio: target_allocation maps a bucket's name to its weight in percentage points, about 100 in all. */
const targetAllocationInput = yup
  .mixed<Record<string, number>>()
  .nullable()
  .test(
    'weights',
    'target_allocation must map bucket names to percentages from 0 to 100 that add up to about 100.',
    (value) => {
      if (value === undefined || value === null) return true;
      if (typeof value !== 'object' || Array.isArray(value)) return false;
      const weights = Object.entries(value);
      if (weights.length === 0) return true;
      if (weights.length > 50 || weights.some(([bucket]) => bucket.trim() === '' || bucket.length > 80))
        return false;
      if (!weights.every(([, weight]) => typeof weight === 'number' && weight >= 0 && weight <= 100))
        return false;
      return Math.abs(weights.reduce((sum, [, weight]) => sum + weight, 0) - 100) <= 1;
    },
  );

/** Three years. */
export const LONGEST_PRICE_INTERVAL = 1096;

/** Days for which a price by hand counts. */
const intervalInput = yup
  .number()
  .integer('price_interval_days must be a whole number of days.')
  .min(1, 'price_interval_days must be at least 1.')
  .max(LONGEST_PRICE_INTERVAL, `price_interval_days may be at most ${LONGEST_PRICE_INTERVAL}, three years.`)
  .nullable();

export const portfolioInput = yup
  .object({
    name: name('name', 80).required('name is required.'),
    base_currency: currency.optional(),
    target_allocation: targetAllocationInput.optional(),
    price_interval_days: intervalInput.optional(),
  })
  .noUnknown();
export type PortfolioInput = yup.InferType<typeof portfolioInput>;

export const holdingInput = yup
  .object({
    portfolio: portfolioField,
    symbol: symbolField,
    name: yup.string().max(200).nullable().optional(),
    asset_class: yup
      .mixed<AssetClass>()
      .oneOf([...ASSET_CLASSES], `asset_class must be one of ${ASSET_CLASSES.join(', ')}.`)
      .required('asset_class is required.'),
    currency: currency.required('currency is required.'),
    isin: isin.nullable().optional(),
    quantity: amountField('quantity')
      .min(0, 'quantity must not be negative.')
      .required('quantity is required.'),
    avg_buy_price: amountField('avg_buy_price')
      .min(0, 'avg_buy_price must not be negative.')
      .required('avg_buy_price is required.'),
    current_price: amountField('current_price')
      .moreThan(0, 'current_price must be above zero. Omit it if unknown.')
      .nullable()
      .optional(),
    previous_close: amountField('previous_close')
      .moreThan(0, 'previous_close must be above zero. Omit it if unknown.')
      .nullable()
      .optional(),
    sector: yup.string().max(100).nullable().optional(),
    beta: yup.number().min(-20).max(20).nullable().optional(),
    target_allocation_pct: yup.number().min(0).max(100).nullable().optional(),
    price_interval_days: intervalInput.optional(),
    maturity_date: dayField.nullable().optional(),
    face_value: amountField('face_value').moreThan(0).nullable().optional(),
    coupon_rate: yup.number().min(0).max(100).nullable().optional(),
    coupon_frequency: yup
      .number()
      .oneOf([1, 2, 4, 12], 'coupon_frequency must be 1, 2, 4 or 12 coupons per year.')
      .nullable()
      .optional(),
  })
  .noUnknown();
export type HoldingInput = yup.InferType<typeof holdingInput>;

/** What one asset class demands or forbids beyond the plain fields. */
export function holdingRules(
  input: Pick<
    HoldingInput,
    'asset_class' | 'isin' | 'maturity_date' | 'face_value' | 'coupon_rate' | 'coupon_frequency'
  >,
): FieldError[] {
  const errors: FieldError[] = [];
  if (input.asset_class === 'Mutual Fund' && !input.isin) {
    errors.push({
      field: 'isin',
      message: 'A Mutual Fund needs its ISIN to get a price.',
    });
  }
  if (input.asset_class !== 'Bond') {
    for (const field of ['maturity_date', 'face_value', 'coupon_rate', 'coupon_frequency'] as const) {
      if (input[field] !== undefined && input[field] !== null) {
        errors.push({ field, message: `${field} applies only to a Bond, but this is ${input.asset_class}.` });
      }
    }
  }
  return errors;
}

export const priceInput = yup
  .object({
    price: amountField('price').moreThan(0, 'price must be above zero.').required('price is required.'),
    valuation_date: dayField.nullable().optional(),
    note: yup.string().max(500).nullable().optional(),
  })
  .noUnknown();
export type PriceInput = yup.InferType<typeof priceInput>;

export const transactionInput = yup
  .object({
    portfolio: portfolioField,
    symbol: symbolField,
    date: dayField.required('date is required.'),
    type: yup
      .mixed<(typeof RECORDED_TYPES)[number]>()
      .oneOf(
        [...RECORDED_TYPES],
        `type must be one of ${RECORDED_TYPES.join(', ')}. Other types come from corporate actions; apply them under Corporate actions.`,
      )
      .required('type is required.'),
    quantity: amountField('quantity').required('quantity is required.'),
    price: amountField('price').min(0, 'price must not be negative.').nullable().optional(),
    fee_tax: amountField('fee_tax').min(0, 'fee_tax must not be negative.').nullable().optional(),
    isin: isin.nullable().optional(),
    security_id: yup.string().max(64).nullable().optional(),
    asset_class: yup
      .mixed<AssetClass>()
      .nullable()
      .oneOf([...ASSET_CLASSES, null], `asset_class must be one of ${ASSET_CLASSES.join(', ')}.`)
      .optional(),
    currency: currency.required('currency is required.'),
    note: yup.string().max(1000).nullable().optional(),
  })
  .noUnknown();
export type TransactionInput = yup.InferType<typeof transactionInput>;

/** What one type of transaction demands of its numbers. */
export function transactionRules(input: Pick<TransactionInput, 'type' | 'quantity' | 'price'>): FieldError[] {
  const { type, quantity } = input;
  const price = input.price ?? null;
  if (type === 'TRANSFER_IN') return transferRules(quantity, price);
  if (price === null && hasPrice(type)) return [{ field: 'price', message: 'price is required.' }];
  if (type === 'SPLIT' && !(quantity > 0)) {
    return [
      {
        field: 'quantity',
        message: 'For a SPLIT, quantity is the new shares per old share: 2 for two-for-one.',
      },
    ];
  }
  if ((type === 'BUY' || type === 'SELL') && quantity === 0) {
    return [{ field: 'quantity', message: 'A trade needs a quantity other than zero.' }];
  }
  if (type === 'DIVIDEND' || type === 'CASH_IN' || type === 'CASH_OUT') {
    if (quantity < 0) return [{ field: 'quantity', message: 'quantity must not be negative here.' }];
    if (!((price ?? 0) > 0)) return [{ field: 'price', message: `price must be above zero for ${type}.` }];
  }
  return [];
}

/** Units that come without a purchase: what they cost is not known. */
function transferRules(quantity: number, price: number | null): FieldError[] {
  return [
    ...(quantity > 0 ? [] : [{ field: 'quantity', message: 'quantity must be above zero for TRANSFER_IN.' }]),
    ...(price === null
      ? []
      : [{ field: 'price', message: 'A TRANSFER_IN has no price. If you know the cost, record a BUY.' }]),
  ];
}
