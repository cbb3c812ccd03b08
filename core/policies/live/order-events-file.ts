import { type Context, guarded, quoted } from '../../platform/index.ts';

/** Without it some spreadsheets read UTF-8 as something else. */
const BOM = '\uFEFF';
/** Rows of one piece: a long file must not hold up whoever else is being served. */
const AT_ONCE = 500;

/** Columns of the file, and what each holds in SQL: all of it text. */
const COLUMNS = [
  ['event_id', 'e.id::text'],
  ['at', `to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
  ['policy', 'p.name'],
  ['tag_code', 'p.tag_code'],
  ['plan_id', 'e.plan_id::text'],
  ['order_id', 'e.order_id::text'],
  ['order_tag', 'o.tag'],
  ['side', 'o.side'],
  ['symbol', 'o.symbol'],
  ['quantity', 'trim_scale(o.quantity)::text'],
  ['event', 'e.event'],
  ['from_state', 'e.from_state'],
  ['to_state', 'e.to_state'],
  ['actor', 'e.actor'],
  ['via', 'e.via'],
  ['evidence', 'e.evidence::text'],
] as const;
const HEADER = `${BOM}${COLUMNS.map(([name]) => name).join(',')}\r\n`;

type Row = Record<(typeof COLUMNS)[number][0], string | null>;

const lineOf = (row: Row): string =>
  `${COLUMNS.map(([name]) => quoted(guarded(row[name] ?? ''))).join(',')}\r\n`;

/**
 * Every decision about plans and every step of orders as CSV, the newest first, in pieces: UTF-8 with its mark, unknown is
 * empty. Text that a spreadsheet would run as a formula gets an apostrophe. Each piece is read in a short transaction of its
 * own; what is added meanwhile is newer than the file.
 */
export function orderEventsFile(database: Context['database']) {
  const rowsBefore = async (userId: string, plan: string | null, before: string | null): Promise<Row[]> =>
    await database.readAsUser(userId, async (trx) => {
      const { rows } = await trx.raw<{ rows: Row[] }>(
        `select ${COLUMNS.map(([name, sql]) => `${sql} as ${name}`).join(', ')}
         from policy.policy_order_events e join policy.policies p on p.id = e.policy_id
           left join policy.policy_orders o on o.id = e.order_id
         where (?::text is null or e.plan_id::text = ?::text) and (?::bigint is null or e.id < ?::bigint)
         order by e.id desc limit ?`,
        [plan, plan, before, before, AT_ONCE] as never,
      );
      return rows;
    });

  return async function* (
    userId: string,
    { plan_id: plan }: { plan_id?: string | undefined },
  ): AsyncGenerator<string> {
    yield HEADER;
    for (let before: string | null = null; ;) {
      const rows: Row[] = await rowsBefore(userId, plan ?? null, before);
      if (rows.length > 0) yield rows.map(lineOf).join('');
      before = rows.at(-1)?.event_id ?? null;
      if (rows.length < AT_ONCE) return;
    }
  };
}
