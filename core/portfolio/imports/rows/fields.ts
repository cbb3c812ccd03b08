/** What a file can hold. */
export const IMPORT_TYPES = ['holdings', 'transactions'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** Our own export of transactions: each field and the header it stands under, in the order of the columns. */
export const TRANSACTION_HEADERS = {
  portfolio: 'Portfolio',
  symbol: 'Symbol',
  date: 'Date',
  type: 'Type',
  quantity: 'Quantity',
  price: 'Price',
  fee_tax: 'Fee_Tax',
  currency: 'Currency',
  isin: 'ISIN',
  security_id: 'Security_ID',
  asset_class: 'Asset_Class',
  note: 'Note',
  execution_id: 'Execution_ID',
  executed_at: 'Executed_At',
} as const;

/** Our own export of holdings, likewise. */
export const HOLDING_HEADERS = {
  portfolio: 'Portfolio',
  symbol: 'Symbol',
  name: 'Name',
  asset_class: 'Asset_Class',
  currency: 'Currency',
  isin: 'ISIN',
  quantity: 'Quantity',
  avg_buy_price: 'Avg_Buy_Price',
  current_price: 'Current_Price',
  previous_close: 'Previous_Close',
  sector: 'Sector',
  beta: 'Beta',
  target_allocation_pct: 'Target_Allocation_Pct',
  maturity_date: 'Maturity_Date',
  face_value: 'Face_Value',
  coupon_rate: 'Coupon_Rate',
  coupon_frequency: 'Coupon_Frequency',
  price_date: 'Price_Date',
  price_interval_days: 'Price_Interval_Days',
} as const;

export type TransactionField = keyof typeof TRANSACTION_HEADERS;
export type HoldingField = keyof typeof HOLDING_HEADERS;
/** The fields of a type; of both where none is named. */
export type FieldOf<T extends ImportType = ImportType> = T extends 'transactions'
  ? TransactionField
  : HoldingField;
/** Amounts per unit, in whose place a file may give the amount of all units. */
export type UnitField = 'price' | 'avg_buy_price' | 'current_price';

export const TRANSACTION_FIELDS = Object.keys(TRANSACTION_HEADERS) as TransactionField[];
const HOLDING_FIELDS = Object.keys(HOLDING_HEADERS) as HoldingField[];

/** The fields a row of this type can have; also the ones an override may name. */
export function fieldsOf(type: ImportType): readonly FieldOf[] {
  return type === 'transactions' ? TRANSACTION_FIELDS : HOLDING_FIELDS;
}

export function isFieldOf(type: ImportType, name: string): name is FieldOf {
  return (fieldsOf(type) as readonly string[]).includes(name);
}
