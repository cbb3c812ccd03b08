import type { DbTransaction } from '../../platform/index.ts';
import { type AuditedIdentity, type AuditState, type Comparison, stateOf } from './identity.ts';
import { IDENTITIES } from './identities.ts';
import { differenceWords } from './words.ts';
import type { AuditCounts, AuditedIdentityView, AuditFinding, BooksAudit } from './view.ts';

/** An identity as it is kept. */
interface KeptIdentity {
  code: string;
  state: AuditState;
  agreed: number;
  differing: number;
  not_compared: number;
  reason: string | null;
}

interface FindingRow {
  id: string;
  identity: string;
  subject: string;
  left_figure: number;
  right_figure: number;
  currency: string | null;
  found_at: Date;
  seen_at: Date;
}

const MOST_REASONS = 3;

function keptOf({ identity: { code }, comparisons }: AuditedIdentity): KeptIdentity {
  const count = (wanted: AuditState) => comparisons.filter(({ state }) => state === wanted).length;
  return {
    code,
    state: stateOf(comparisons),
    agreed: count('AGREES'),
    differing: count('DIFFERS'),
    not_compared: count('NOT_COMPARED'),
    reason: reasonOf(comparisons),
  };
}

/** Each reason once, with what it is about where there are several pairs. */
function reasonOf(comparisons: readonly Comparison[]): string | null {
  const reasons = new Set(
    comparisons
      .filter(({ state }) => state === 'NOT_COMPARED')
      .map(({ subject, reason }) =>
        comparisons.length > 1 ? `${subject}: ${reason ?? ''}` : (reason ?? ''),
      ),
  );
  if (reasons.size === 0) return null;
  const more = reasons.size - MOST_REASONS;
  return [...reasons].slice(0, MOST_REASONS).join(' ') + (more > 0 ? ` And ${more} more.` : '');
}

/**
 * Keeps the result of an audit, and brings the findings in line with it: a difference that is gone is deleted, one that is
 * still there keeps its row, and a pair that was not compared leaves its finding as it was. A repeat changes nothing.
 * @returns the differences that are new; null where a later audit was kept meanwhile.
 */
export async function keepAudit(
  trx: DbTransaction,
  userId: string,
  audited: readonly AuditedIdentity[],
  at: Date,
): Promise<AuditFinding[] | null> {
  // The row of the person is the lock: two audits of one person are kept one after the other.
  const { rows: taken } = await trx.raw<{ rows: unknown[] }>(
    `insert into portfolio.book_audits as kept (owner_user_id, audited_at, identities) values (?, ?, ?)
     on conflict (owner_user_id) do update set audited_at = excluded.audited_at, identities = excluded.identities
     where kept.audited_at <= excluded.audited_at returning 1`,
    [userId, at, JSON.stringify(audited.map(keptOf))],
  );
  if (taken.length === 0) return null;
  const known = await readRows(trx);
  const stale = known.filter((row) => !isOpen(row, audited));
  if (stale.length > 0)
    await trx('portfolio.book_audit_findings')
      .whereIn(
        'id',
        stale.map(({ id }) => id),
      )
      .delete();
  const before = new Set(known.map(keyOf));
  const differing = audited.flatMap(({ identity, comparisons }) =>
    comparisons
      .filter(({ state }) => state === 'DIFFERS')
      .map(({ subject, left, right, currency }) => ({
        owner_user_id: userId,
        identity: identity.code,
        subject,
        left_figure: left,
        right_figure: right,
        currency,
        found_at: at,
        seen_at: at,
      })),
  );
  if (differing.length === 0) return [];
  const rows = (await trx('portfolio.book_audit_findings')
    .insert(differing)
    .onConflict(['owner_user_id', 'identity', 'subject'])
    .merge(['left_figure', 'right_figure', 'currency', 'seen_at'])
    .returning('*')) as FindingRow[];
  return rows.filter((row) => !before.has(keyOf(row))).flatMap(toFinding);
}

const keyOf = ({ identity, subject }: Pick<FindingRow, 'identity' | 'subject'>) => `${identity}\n${subject}`;

/** True unless the figures were compared and agree, or what they were of is gone. */
function isOpen({ identity: code, subject }: FindingRow, audited: readonly AuditedIdentity[]): boolean {
  const one = audited.find(({ identity }) => identity.code === code);
  if (one === undefined) return false;
  const same = one.comparisons.find((comparison) => comparison.subject === subject);
  if (same !== undefined) return same.state !== 'AGREES';
  return one.comparisons.every(({ state, subject: of }) => state === 'NOT_COMPARED' && of === '');
}

async function readRows(trx: DbTransaction): Promise<FindingRow[]> {
  return (await trx('portfolio.book_audit_findings')
    .select('id', 'identity', 'subject', 'left_figure', 'right_figure', 'currency', 'found_at', 'seen_at')
    .orderBy('id')) as FindingRow[];
}

function toFinding(row: FindingRow): AuditFinding[] {
  const identity = IDENTITIES.find(({ code }) => code === row.identity);
  // A finding of an identity of another release.
  if (identity === undefined) return [];
  const { title, left: left_path, right: right_path } = identity;
  const { id, subject, left_figure: left, right_figure: right, currency } = row;
  return [
    {
      id: String(id),
      identity: row.identity,
      title,
      subject,
      left_path,
      left,
      right_path,
      right,
      difference: left - right,
      currency,
      message: differenceWords({ subject, left_path, left, right_path, right, currency }),
      found_at: row.found_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
    },
  ];
}

/** The last audit, with every identity of the table and what is open. */
export async function readAudit(trx: DbTransaction): Promise<BooksAudit> {
  const kept = (await trx('portfolio.book_audits').first('audited_at', 'identities')) as
    | { audited_at: Date; identities: KeptIdentity[] }
    | undefined;
  const byCode = new Map((kept?.identities ?? []).map((one) => [one.code, one]));
  return {
    audited_at: kept?.audited_at.toISOString() ?? null,
    identities: IDENTITIES.map(({ code, title, left, right, tolerance }): AuditedIdentityView => {
      const {
        state = null,
        agreed = 0,
        differing = 0,
        not_compared = 0,
        reason = null,
      } = byCode.get(code) ?? {};
      return {
        code,
        title,
        left_path: left,
        right_path: right,
        tolerance,
        state,
        agreed,
        differing,
        not_compared,
        reason,
      };
    }),
    findings: (await readRows(trx)).flatMap(toFinding),
  };
}

/** The last audit in short. */
export async function countAudit(trx: DbTransaction): Promise<AuditCounts> {
  const { audited_at, identities, findings } = await readAudit(trx);
  const count = (wanted: AuditState) => identities.filter(({ state }) => state === wanted).length;
  return {
    audited_at,
    identities: identities.length,
    agreed: count('AGREES'),
    not_compared: count('NOT_COMPARED'),
    findings: findings.length,
  };
}
