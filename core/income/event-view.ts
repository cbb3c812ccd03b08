import { toNumber } from '../platform/index.ts';
import type { IncomeEventModel } from './models.ts';
import type { IncomeEventView } from './view.ts';

export interface IncomeEventRow extends IncomeEventModel {
  portfolio: string;
}

export function toIncomeEventView(row: IncomeEventRow): IncomeEventView {
  return {
    id: row.id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    kind: row.kind,
    asset_class: row.asset_class,
    currency: row.currency,
    isin: row.isin,
    record_date: row.record_date,
    ex_date: row.ex_date,
    payment_date: row.payment_date,
    date: row.day,
    date_kind: row.payment_date !== null ? 'PAYMENT' : row.record_date !== null ? 'RECORD' : 'EX',
    amount_per_unit: toNumber(row.amount_per_unit),
    entitled_quantity: toNumber(row.entitled_quantity),
    gross_amount: toNumber(row.gross_amount),
    withheld_tax: toNumber(row.withheld_tax),
    net_amount: toNumber(row.net_amount),
    status: row.status,
    source: row.source,
    confidence: row.confidence,
    source_reference: row.source_reference,
    provisional_reason: null,
    note: row.note,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
