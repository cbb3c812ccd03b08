import { type DbTransaction, type Decimal, type Fixed, fixedText } from '../../platform/index.ts';

const DIFFERENCE_KINDS = [
  'SHORTFALL',
  'CASH',
  'OVERFILLED',
  'UNKNOWN_ORDER',
  'LATE_ORDER',
  'PRICE',
  'ORDER_MISMATCH',
] as const;
type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Code of a LATE_ORDER that only a number of shares points to; one that the order’s own id or tag proves has that of its kind. */
export const AS_MANY_SHARES = 'AS_MANY_SHARES';

/** What the broker says and the books do not. */
export interface Difference {
  kind: DifferenceKind;
  /** Which of its kind it is, in a word; the kind where there is one alone. */
  code?: string;
  /** What it is about: a symbol, a tag. The same one is open once. */
  subject: string;
  expected: string;
  found: string;
  /** For a person, in a sentence or two. */
  message: string;
}

/** How differences write a number of shares: `40 shares`. */
export const sharesText = (quantity: Decimal | string): string =>
  `${typeof quantity === 'string' ? quantity : quantity.toFixed()} shares`;

/** More was sold than the books held. */
export function soldBeyond({
  fill,
  held,
  symbol,
}: {
  fill: { order_id: string; quantity: Fixed };
  held: Fixed;
  symbol: string;
}): Difference {
  const [sold, had] = [fixedText(fill.quantity), fixedText(held)];
  return {
    kind: 'SHORTFALL',
    subject: `order ${fill.order_id}`,
    expected: sold,
    found: had,
    message: `Order ${fill.order_id} sold ${sold} ${symbol}, but the books held ${had}. The rest is not in the books.`,
  };
}

/** What a book of orders goes on showing for the rest of its day: once settled as it is, it is not named again. */
const OF_THE_BOOK: readonly DifferenceKind[] = [
  'OVERFILLED',
  'UNKNOWN_ORDER',
  'LATE_ORDER',
  'PRICE',
  'ORDER_MISMATCH',
];

/**
 * Names differences of an account; one that is open already is seen again, and one of the book that a person settled as it is
 * stays settled. As many shares as an order never stand in the place of its proven fill, nor keep that from being named.
 * @returns those that are new, which a person is to be told.
 */
export async function nameDifferences(
  trx: DbTransaction,
  account: { connection_id: string; owner_user_id: string },
  differences: readonly Difference[],
  now: Date,
): Promise<Difference[]> {
  const added: Difference[] = [];
  for (const difference of differences) {
    if (OF_THE_BOOK.includes(difference.kind) && (await isSettled(trx, account, difference))) continue;
    const { rows } = await trx.raw<{ rows: { is_new: boolean }[] }>(
      `insert into policy.account_differences as d (owner_user_id, connection_id, kind, code, subject, expected, found,
         message, first_seen_at, last_seen_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (connection_id, kind, subject, owner_user_id) where settled_at is null
       do update set code = excluded.code, expected = excluded.expected, found = excluded.found, message = excluded.message,
         last_seen_at = excluded.last_seen_at where excluded.code <> ? or d.code = excluded.code
       returning d.first_seen_at = d.last_seen_at as is_new`,
      [
        account.owner_user_id,
        account.connection_id,
        difference.kind,
        difference.code ?? difference.kind,
        difference.subject,
        difference.expected,
        difference.found,
        difference.message,
        now,
        now,
        AS_MANY_SHARES,
      ],
    );
    if (rows[0]?.is_new === true) added.push(difference);
  }
  return added;
}

async function isSettled(
  trx: DbTransaction,
  { connection_id, owner_user_id }: { connection_id: string; owner_user_id: string },
  { kind, subject, found, code = kind }: Difference,
): Promise<boolean> {
  const rows = (await trx('policy.account_differences')
    .where({ owner_user_id, connection_id, kind, subject })
    .orderBy('id', 'desc')
    .limit(1)
    .select('code', 'found', 'settled_at')) as { code: string; found: string; settled_at: Date | null }[];
  return rows.some(
    (row) => row.settled_at !== null && row.found === found && (row.code === code || code === AS_MANY_SHARES),
  );
}

/** Differences about a row of the book that is an order's by its id or tag, by which they are called. */
export const ROW_KINDS: readonly DifferenceKind[] = ['ORDER_MISMATCH', 'OVERFILLED', 'PRICE'];

/**
 * SQL: whether the book contradicts an order of a policy, and nobody settled it yet: nothing more of the policy is sent.
 * @param policyId an expression for its id, and `owner` one for the person.
 */
export const disputed = (owner: string, policyId: string): string =>
  `exists (select 1 from policy.account_differences d
     join policy.policy_orders o on o.tag = d.subject and o.owner_user_id = d.owner_user_id
     where d.owner_user_id = ${owner} and o.policy_id = ${policyId} and d.kind in (${ROW_KINDS.map((kind) => `'${kind}'`).join(', ')})
       and d.settled_at is null)`;

/** Whether an order that is under way has a row in the book that contradicts it, and that nobody settled. */
export async function isContradicted(
  trx: DbTransaction,
  connection_id: string,
  { tag, state }: { tag: string; state: string },
): Promise<boolean> {
  if (state !== 'PLACED' && state !== 'PLACEMENT_UNKNOWN') return false;
  const row: unknown = await openContradictions(trx, connection_id, tag).first('id');
  return row !== undefined;
}

const openContradictions = (trx: DbTransaction, connection_id: string, subject: string) =>
  trx('policy.account_differences')
    .where({ connection_id, subject })
    .whereIn('kind', [...ROW_KINDS])
    .whereNull('settled_at');

/** What the book said against an order is settled with the order. */
export async function settleContradiction(
  trx: DbTransaction,
  connection_id: string,
  tag: string,
  { now, actor, reason }: { now: Date; actor: string; reason: string },
): Promise<void> {
  await openContradictions(trx, connection_id, tag).update({
    settled_at: now,
    settled_by: actor,
    settled_reason: reason,
  });
}

/** Code of the open fill of an order that is over, as far as one is named: AS_MANY_SHARES, or LATE_ORDER where it is proven. */
export async function lateFillCode(
  trx: DbTransaction,
  connection_id: string,
  subject: string,
): Promise<string | null> {
  const row = (await openLateFill(trx, connection_id, subject).first('code')) as { code: string } | undefined;
  return row?.code ?? null;
}

const openLateFill = (trx: DbTransaction, connection_id: string, subject: string) =>
  trx('policy.account_differences')
    .where({ connection_id, kind: 'LATE_ORDER', subject })
    .whereNull('settled_at');

/** A fill that was named as a difference and is taken over as named is none any more. */
export async function settleLateFill(
  trx: DbTransaction,
  connection_id: string,
  { tag, found }: { tag: string; found: string },
  { now, actor, reason }: { now: Date; actor: string; reason: string },
): Promise<void> {
  await openLateFill(trx, connection_id, tag)
    .where({ found })
    .update({ settled_at: now, settled_by: actor, settled_reason: reason });
}

/** Whether something about an account waits for a person before it plans again. */
export async function hasOpenDifference(trx: DbTransaction, connectionId: string): Promise<boolean> {
  const row: unknown = await trx('policy.account_differences')
    .where({ connection_id: connectionId })
    .whereNull('settled_at')
    .first('id');
  return row !== undefined;
}
