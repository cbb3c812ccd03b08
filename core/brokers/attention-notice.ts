import type { Notice } from '../notifications/index.ts';
import type { BrokerAdapter } from './adapter.ts';
import { REASONS } from './failure.ts';
import type { ConnectionModel } from './models.ts';

/** What a person is told when a connection begins to need them; once for each time it does. */
export function attentionNotice(
  row: Pick<ConnectionModel, 'id' | 'label' | 'attention' | 'reason_code' | 'state'>,
  adapter: BrokerAdapter,
): Notice {
  const what = { NEEDS_LOGIN: 'wants you to log in', NEEDS_OTP: 'asks for a one-time password' } as const;
  const asks = row.state === 'NEEDS_LOGIN' || row.state === 'NEEDS_OTP' ? what[row.state] : 'needs you';
  return {
    kind: 'connection_attention',
    dedupKey: `connection:${row.id}:${row.attention}`,
    title: `${row.label} (${adapter.title}) ${asks}`,
    body: `${row.reason_code === null ? '' : REASONS[row.reason_code]} Until then holdings there stay as they were last read.`.trim(),
    payload: { connection_id: row.id, state: row.state, reason_code: row.reason_code },
  };
}
