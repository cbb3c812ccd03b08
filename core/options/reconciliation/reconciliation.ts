import * as yup from 'yup';
import {
  type Actor,
  type Context,
  notFound,
  type Page,
  pageQuery,
  pageWindow,
  Problem,
} from '../../platform/index.ts';
import {
  instant,
  instantOrNull,
  listOf,
  oneOf,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { type OptionsStore, type Workspace, writeAudit } from '../store/index.ts';

export const reconciliationView = view({
  id: text,
  broker: text,
  at: instant,
  /** MISMATCH is open until a person confirms it. */
  status: oneOf('MATCH', 'MISMATCH'),
  is_open: yup.boolean().required(),
  findings: listOf(view({ symbol: text, expected: whole, found: whole, detail: textOrNull })),
  /** When the same broker was first found to agree again; that alone confirms nothing. */
  matched_since: instantOrNull,
  confirmed_at: instantOrNull,
  confirmed_by: textOrNull,
  note: textOrNull,
});
export type ReconciliationView = ViewOf<typeof reconciliationView>;
export const reconciliationPage = pageOf(reconciliationView);

/** `open`: mismatches that nobody has confirmed; all comparisons unless told. */
export const reconciliationQuery = yup
  .object({ ...pageQuery, status: yup.mixed<'open' | 'all'>().oneOf(['open', 'all']).optional() })
  .noUnknown();
type ReconciliationQuery = yup.InferType<typeof reconciliationQuery>;

export const confirmationInput = yup
  .object({ note: yup.string().trim().min(1).max(500) })
  .noUnknown()
  .required();

interface Row {
  record_id: string;
  broker: string;
  at: string;
  status: 'MATCH' | 'MISMATCH';
  findings_json: string;
  confirmed_at: string | null;
  confirmed_by: string | null;
  confirmation_note: string | null;
  matched_since: string | null;
}

/** Where a process and its broker disagreed about positions. A mismatch is open until a person confirms that it is settled. */
export interface Reconciliations {
  /** Open ones first, then the newest. */
  list(userId: string, query: ReconciliationQuery): Promise<Page<ReconciliationView>>;
  /**
   * @throws Problem 404 RECONCILIATION_NOT_FOUND; 409 RECONCILIATION_MATCHES where there is nothing to confirm; 409
   * RECONCILIATION_CONFIRMED
   */
  confirm(userId: string, id: string, note: string | null, actor: Actor): Promise<ReconciliationView>;
}

const OPEN = `r.status = 'MISMATCH' and r.confirmed_at is null`;
const SELECT = `select r.record_id, r.broker, r.at, r.status, r.findings_json, r.confirmed_at, r.confirmed_by, r.confirmation_note,
  (select min(m.at) from reconciliation_audit m where m.owner_user_id = :owner and m.broker = r.broker
    and m.status = 'MATCH' and m.at > r.at and r.status = 'MISMATCH') as matched_since
  from reconciliation_audit r where r.owner_user_id = :owner`;

export function createReconciliations(
  { clock }: Pick<Context, 'clock'>,
  store: OptionsStore,
): Reconciliations {
  return {
    list: async (userId, query) =>
      await store.read(userId, async (workspace) => {
        const { page, page_size, offset } = pageWindow(query);
        const which = query.status === 'open' ? ` and ${OPEN}` : '';
        const rows = await workspace.select<Row>(
          `${SELECT}${which} order by case when ${OPEN} then 0 else 1 end, r.at desc, r.record_id
           limit :size offset :offset`,
          { size: page_size, offset },
        );
        const [count] = await workspace.select<{ total: number }>(
          `select count(*) as total from reconciliation_audit r where r.owner_user_id = :owner${which}`,
        );
        return { items: rows.map(toView), page, page_size, total: count?.total ?? 0 };
      }),
    confirm: async (userId, id, note, actor) =>
      await store.change(userId, async (workspace) => {
        const row = await find(workspace, id);
        if (row.status === 'MATCH')
          throw new Problem(
            409,
            'RECONCILIATION_MATCHES',
            'The process and the broker agree here, so there is nothing to confirm.',
          );
        if (row.confirmed_at !== null)
          throw new Problem(409, 'RECONCILIATION_CONFIRMED', 'This mismatch is already confirmed.');
        const now = clock.now();
        await workspace.rows('reconciliation_audit').where({ record_id: id }).update({
          confirmed_at: now.toISOString(),
          confirmed_by: actor.actor,
          confirmation_note: note,
        });
        await writeAudit(
          workspace,
          {
            actor: actor.actor,
            action: 'RECONCILIATION_CONFIRMED',
            subject: id,
            reason: note,
            evidence: {
              broker: row.broker,
              at: row.at,
              findings: JSON.parse(row.findings_json) as unknown,
              matched_since: row.matched_since,
            },
          },
          now,
        );
        return toView(await find(workspace, id));
      }),
  };
}

async function find(workspace: Workspace, id: string): Promise<Row> {
  const [row] = await workspace.select<Row>(`${SELECT} and r.record_id = :id`, { id });
  if (row === undefined) throw notFound('RECONCILIATION');
  return row;
}

const toView = (row: Row): ReconciliationView => ({
  id: row.record_id,
  broker: row.broker,
  at: row.at,
  status: row.status,
  is_open: row.status === 'MISMATCH' && row.confirmed_at === null,
  findings: (
    JSON.parse(row.findings_json) as {
      symbol: string;
      expected: number;
      found: number;
      detail?: string | null;
    }[]
  ).map((one) => ({ ...one, detail: one.detail ?? null })),
  matched_since: row.matched_since,
  confirmed_at: row.confirmed_at,
  confirmed_by: row.confirmed_by,
  note: row.confirmation_note,
});
