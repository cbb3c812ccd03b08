import assert from 'node:assert/strict';
import { sealPacket } from '../../../../core/research/index.ts';
import { indian, packetOf, said } from '../../../support/evidence-packets.ts';
import { built, near, value } from './ledger-under-test.ts';

/** The made-up Indian company goes from its folder to its dossier in ../made-up-india.slow.test.ts; here is what packets alone show. */
describe('research/Evidence acquisition rules 7: the made-up Indian company', () => {
  const company = { scope: 'company' } as const;
  const market = { scope: 'market' } as const;
  const actions = [
    said('dividend_per_share', '6', '2025-08-22', company),
    said('split_ratio', '5', '2025-09-12', company),
    said('bonus_ratio', '2', '2025-09-12', company),
    said('dividend_per_share', '0.75', '2026-02-13', company),
    said('dividend_per_share', '0.8', '2026-08-21', company),
  ];
  const close = packetOf('OFFICIAL', [said('close', '246.95', '2026-08-20', market)], {
    published_at: '2026-08-20T13:00:00Z',
  });

  it('a dividend before the split is told on the shares of today', () => {
    const as_of = '2026-08-20T18:00:00Z';
    const sum = (packet: ReturnType<typeof packetOf>) =>
      value(built([packet, close], { as_of }), 'dividends_per_share_1y.market.latest');
    // A list of the day after is not known yet, so there is no sum.
    assert.equal(sum(packetOf('REGULATOR', actions, { published_at: '2026-08-21T12:00:00Z' })), null);
    // 6 rupees on old shares are 0.60 on today's; with 0.75 that makes 1.35.
    const dated = actions.map((one) => ({ ...one, published_at: `${one.end}T04:00:00Z` }));
    assert.equal(sum(packetOf('REGULATOR', dated, { published_at: null })), '1.35');
  });

  const peer = (symbol: string, price: string, eps: string) => ({
    symbol,
    currency: null,
    packets: [
      packetOf('OFFICIAL', [said('close', price, '2026-09-30', market)], {
        published_at: '2026-09-30T13:00:00Z',
      }),
      packetOf('FILING', [
        said('net_income', eps.startsWith('-') ? '-62000000' : '135000000', indian('FY2026')),
        said('eps_basic', eps, indian('FY2026')),
      ]),
    ],
  });
  const peers = [
    peer('DECPUMP', '425.8', '12.48'),
    peer('MALVALV', '259.5', '13.5'),
    peer('NILMOT', '146.7', '6.6'),
    peer('SAHYHYD', '34.1', '-6.2'),
  ];

  it('the median takes three peers, and is the same whether their packets come apart or with the company’s own', () => {
    const ledger = built([close], { peers });
    assert.equal(value(ledger, 'pe_ttm.peer-sahyhyd.latest'), null);
    near(value(ledger, 'peer_pe_median.peer.latest'), 22.227, 3);
    const two = built([close], { peers: peers.slice(1) });
    assert.equal(value(two, 'peer_pe_median.peer.latest'), null);
    assert.equal(two.coverage.rows.find(({ obligation }) => obligation === 'peers')?.reason, 'no_peer_data');
    const theirs = peers.flatMap(({ symbol, packets }) =>
      packets.map((packet) => sealPacket({ ...packet, entity: { ...packet.entity, symbol } }, packet)),
    );
    const together = built([close, ...theirs], {
      peers: peers.map(({ symbol }) => ({ symbol, currency: null })),
    });
    assert.deepEqual(together.facts, ledger.facts);
  });
});
