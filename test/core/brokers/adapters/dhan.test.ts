import type { Access } from '../../../../core/brokers/adapter.ts';
import { profiledSession } from '../../../../core/brokers/adapters/dhan-session.ts';
import { createDhan } from '../../../../core/brokers/adapters/dhan.ts';
import { DhanServer } from '../../../support/dhan-server.ts';
import { brokerAdapterContract } from './contract.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');

/** A connection that has logged in. */
function access(dhan: DhanServer): Access {
  const token = dhan.accessToken();
  const credentials = { client_id: DhanServer.CLIENT_ID, access_token: token };
  const profile = { dhanClientId: DhanServer.CLIENT_ID, tokenValidity: dhan.validity(token) };
  return { credentials, session: profiledSession(credentials, token, profile, NOW) };
}

describe('portfolio/Connection sync rules 2: dhan', () => {
  const dhan = new DhanServer(() => NOW);
  brokerAdapterContract({
    double: dhan,
    create: createDhan,
    now: NOW,
    range: { from: '2025-10-01', to: '2026-03-02' },
    access: () => access(dhan),
    contentType: 'application/json',
    strangeBodies: ['{}', 'null', '"ok"', '7', '[7]', '{"data":[]}'],
    ended: 'TOKEN_EXPIRED',
    quotable: {
      symbol: 'SHARE000',
      isin: null,
      security_id: '11000',
      asset_class: 'Indian Equity',
      currency: 'INR',
    },
    mostRequests: 40,
    skips: {},
  });
});
