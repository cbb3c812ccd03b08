import type { Transaction } from '../platform/index.ts';

/** Everything that is put on record about a person's data. Append-only: the restricted role cannot update or delete. */
export type AuditEvent =
  | {
      kind: 'PORTFOLIO_CREATED' | 'PORTFOLIO_UPDATED' | 'PORTFOLIO_DELETED';
      subject: string;
      data: Record<string, unknown>;
    }
  | {
      kind: 'HOLDING_CREATED' | 'HOLDING_UPDATED' | 'HOLDING_DELETED' | 'HOLDING_RESTORED' | 'HOLDING_PRICED';
      subject: string;
      data: Record<string, unknown>;
    }
  | {
      kind: 'TRANSACTION_CREATED' | 'TRANSACTION_UPDATED' | 'TRANSACTION_DELETED' | 'TRANSACTION_RESTORED';
      subject: string;
      data: Record<string, unknown>;
    }
  | {
      kind: 'GOAL_CREATED' | 'GOAL_UPDATED' | 'GOAL_DELETED' | 'GOAL_LINKED' | 'GOAL_UNLINKED';
      subject: string;
      data: Record<string, unknown>;
    }
  | {
      kind: 'SIP_PLAN_CREATED' | 'SIP_PLAN_UPDATED' | 'SIP_PLAN_DELETED';
      subject: string;
      data: Record<string, unknown>;
    }
  | { kind: 'INCOME_RECOMPUTED'; subject: string; data: Record<string, unknown> }
  | {
      kind:
        | 'WATCHLIST_ADDED'
        | 'WATCHLIST_REMOVED'
        | 'ALERT_CREATED'
        | 'ALERT_UPDATED'
        | 'ALERT_DELETED'
        | 'LIABILITY_CREATED'
        | 'LIABILITY_UPDATED'
        | 'LIABILITY_DELETED';
      subject: string;
      data: Record<string, unknown>;
    }
  | { kind: 'SYMBOL_REMOVED'; subject: string; data: Record<string, unknown> }
  | {
      kind: 'FUND_HOLDINGS_REPLACED' | 'FUND_HOLDINGS_DELETED';
      subject: string;
      data: Record<string, unknown>;
    }
  | {
      kind: 'LEDGER_ACTION_APPLIED' | 'LEDGER_ACTION_DECLINED' | 'LEDGER_ACTION_UNDONE';
      subject: string;
      data: Record<string, unknown>;
    }
  | { kind: 'IMPORT_COMMITTED'; subject: string; data: Record<string, unknown> }
  | {
      kind:
        | 'CONNECTION_CREATED'
        | 'CONNECTION_UPDATED'
        | 'CONNECTION_DELETED'
        | 'CONNECTION_LOGGED_IN'
        | 'CONNECTION_SYNCED';
      subject: string;
      data: Record<string, unknown>;
    };

/** Writes an event in the transaction of the change it records. `actor` is the door and person: `api:owner`, `chat:42`. */
export async function recordEvent(
  trx: Transaction,
  entry: { userId: string; actor: string; at: Date; event: AuditEvent },
): Promise<void> {
  const { kind, subject, data } = entry.event;
  await trx('evidence.events').insert({
    owner_user_id: entry.userId,
    actor: entry.actor,
    at: entry.at,
    kind,
    subject,
    data: JSON.stringify(data),
  });
}
