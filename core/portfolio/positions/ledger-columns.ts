/**
 * What a replay reads of a transaction `t`; numbers come as text, which is what it reads fastest. One list for all who
 * replay: a column that one of them forgot would give it another ledger than the rest.
 */
export const LEDGER_COLUMNS = `t.id, t.portfolio_id::text as portfolio, t.symbol, t.trade_date::text as date, t.type,
  t.quantity::text, t.price::text, t.fee_tax::text, t.currency, t.isin, t.asset_class, t.action_id, t.executed_at::text,
  t.execution_id, t.acquired_on::text, t.carried_cost::text, t.carried_average::text`;
