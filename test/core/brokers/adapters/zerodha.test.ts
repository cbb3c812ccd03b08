import type { Access } from '../../../../core/brokers/adapter.ts';
import { createZerodha } from '../../../../core/brokers/adapters/zerodha.ts';
import { KiteServer } from '../../../support/kite-server.ts';
import { brokerAdapterContract } from './contract.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
/** The day's tokens end at 06:00 in India. */
const TOKENS_END = new Date('2026-03-03T00:30:00.000Z');

const access = (kite: KiteServer): Access => ({
  credentials: KiteServer.USER,
  session: { values: { access_token: kite.accessToken() }, issued_at: NOW, expires_at: TOKENS_END },
});

describe('portfolio/Connection sync rules 3: zerodha', () => {
  const kite = new KiteServer(() => NOW);
  brokerAdapterContract({
    double: kite,
    create: createZerodha,
    now: NOW,
    range: { from: null, to: '2026-03-02' },
    access: () => access(kite),
    requestToken: () => kite.requestToken(),
    contentType: 'application/json',
    strangeBodies: ['[]', '{}', 'null', '"ok"', '{"status":"success"}', '{"status":"success","data":7}'],
    ended: 'NEEDS_LOGIN',
    quotable: {
      symbol: 'SHARE000',
      isin: null,
      security_id: null,
      asset_class: 'Indian Equity',
      currency: 'INR',
    },
    mostRequests: 8,
    skips: {
      renews: 'only a login on its page makes a new token',
      'another page size': 'its lists have no pages',
      'endless pages': 'its lists have no pages',
    },
  });
});
