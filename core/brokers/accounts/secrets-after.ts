import type { BrokerAdapter } from '../adapter.ts';
import { type BrokerFailure, NeedsOtpError } from '../failure.ts';
import type { ConnectionSecrets } from './secrets.ts';

/** What a failure changes of the secrets; null for nothing. */
export function secretsAfter(
  failure: BrokerFailure,
  adapter: BrokerAdapter,
  secrets: ConnectionSecrets | null,
  now: Date,
): ConnectionSecrets | null {
  if (secrets === null) return null;
  if (failure instanceof NeedsOtpError) return { ...secrets, _otp_session: failure.otpSession };
  // Its token is sent no more, whatever it says of itself.
  if (failure.reason === 'TOKEN_EXPIRED' && adapter.renewal !== 'none' && secrets.session !== null)
    return { ...secrets, session: { ...secrets.session, expires_at: now } };
  return null;
}
