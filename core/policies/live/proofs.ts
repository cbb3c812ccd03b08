import type { DbTransaction } from '../../platform/index.ts';
import type { LiveOrder } from './live-orders.ts';
import type { Proof } from './trade-witness.ts';

export const proofOf = ({ confirmed_by, confirmation_note, unconfirmed_since }: Proof): Proof => ({
  confirmed_by,
  confirmation_note,
  unconfirmed_since,
});

/** Writes what proves the fills of orders, in one statement. */
export async function writeProofs(
  trx: DbTransaction,
  orders: readonly (Proof & Pick<LiveOrder, 'id' | 'owner_user_id'>)[],
): Promise<void> {
  if (orders.length === 0) return;
  await trx.raw(
    `update policy.policy_orders o set confirmed_by = p.confirmed_by, confirmation_note = p.confirmation_note,
       unconfirmed_since = p.unconfirmed_since
     from jsonb_to_recordset(?::jsonb) p (id bigint, owner_user_id bigint, confirmed_by text, confirmation_note text,
       unconfirmed_since timestamptz)
     where o.id = p.id and o.owner_user_id = p.owner_user_id`,
    [
      JSON.stringify(
        orders.map((order) => ({
          id: order.id,
          owner_user_id: order.owner_user_id,
          ...proofOf(order),
        })),
      ),
    ],
  );
}
