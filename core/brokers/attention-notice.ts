import type { Notice } from '../notifications/index.ts';
import type { BrokerAdapter } from './adapter.ts';
import { REASONS } from './failure.ts';
import type { ConnectionModel } from './models.ts';
import type { SyncState } from './view.ts';

const ASKS: Partial<Record<SyncState, string>> = {
  NEEDS_LOGIN: 'needs you to log in',
  NEEDS_OTP: 'asks for a one-time password',
  NEEDS_PORTFOLIO: 'needs you to choose a portfolio',
};

/** The notice when a connection begins to need its person; once for each time it does. */
export function attentionNotice(
  row: Pick<ConnectionModel, 'id' | 'label' | 'attention' | 'reason_code' | 'state'>,
  adapter: BrokerAdapter,
): Notice {
  const asks = ASKS[row.state] ?? 'needs you';
  return {
    kind: 'connection_attention',
    dedupKey: `connection:${row.id}:${row.attention}`,
    title: `${row.label} (${adapter.title}) ${asks}`,
    body: `${row.reason_code === null ? '' : REASONS[row.reason_code]} ${meanwhile(row.state)}`.trim(),
    payload: { connection_id: row.id, state: row.state, reason_code: row.reason_code },
  };
}

const meanwhile = (state: SyncState): string =>
  state === 'NEEDS_PORTFOLIO'
    ? 'Nothing is recorded until then.'
    : 'Until then, its holdings stay as last synced.';
