/**
 * SQL that joins the units of a snapshot `row`, as `u`: its own, or those of the earlier snapshot whose hour it names. Null
 * where they were not kept, or that snapshot is gone.
 */
export const withUnits = (row: string): string => `left join lateral (
    select coalesce(k.hour, ${row}.hour) as hour,
      case jsonb_typeof(${row}.units) when 'object' then ${row}.units else k.units end as units
    from (select) one left join lateral (
      select hour, units from portfolio.snapshots
      where jsonb_typeof(${row}.units) = 'number' and portfolio_id = ${row}.portfolio_id
        and hour = to_timestamp(${row}.units::float8) and jsonb_typeof(units) = 'object'
      order by recorded_at desc limit 1
    ) k on true
  ) u on true`;
