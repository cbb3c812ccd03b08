import assert from 'node:assert/strict';
import { createCalendar } from '../../../../../core/market/calendar/index.ts';
import {
  buildLedger,
  createInternalEvidence,
  type EvidencePacket,
  evidenceHash,
  type EvidenceRequest,
} from '../../../../../core/research/index.ts';
import { packetOf as packet, said } from '../../../../support/evidence-packets.ts';
import { type Held, heldClose, heldOf, heldQuote } from '../../../../support/held-records.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { evidenceRequest, researchSubject } from '../../../../support/research-subject.ts';

const calendar = createCalendar();
const SUBJECT = researchSubject();
const LKSP = researchSubject({
  symbol: 'LKSP',
  exchange: 'NASDAQ',
  isin: null,
  currency: 'USD',
  name: 'Larkspur Robotics Inc.',
});
/** Sessions of a year and a little more, up to 30 September 2026. */
const sessions = calendar.sessionsBetween('NSE', '2025-09-15', '2026-09-30');
/** A rupee more each session, from 100 on. */
const rising = (source: (day: string, at: number) => string = () => 'NSE') =>
  sessions.map((day, at) => heldClose(day, String(100 + at), source(day, at)));

async function acquire(held: Held, fields: Partial<EvidenceRequest> = {}) {
  const provider = createInternalEvidence({ calendar, records: heldOf(held) });
  const found = await provider.acquire(
    evidenceRequest({ subject: SUBJECT, owner_user_id: '7', ...fields }),
    keptDocuments({}),
  );
  for (const packet of found.packets) assert.equal(packet.evidence_hash, evidenceHash(packet));
  return found;
}

const figures = (packets: readonly EvidencePacket[], metric: string) =>
  packets.flatMap(({ observations }) => observations).filter((one) => one.metric === metric);
const packetOf = (packets: readonly EvidencePacket[], id: string): EvidencePacket => {
  const found = packets.find(({ source_id }) => source_id === `internal:${id}`);
  assert.ok(found, `${id} of ${packets.map(({ source_id }) => source_id).join(', ')}`);
  return found;
};

describe('what Munim itself holds as evidence', () => {
  it('research/Evidence, claims and facts rules 1: who published a held close decides its authority, and being held raises none', async () => {
    const sources = ['NSE', 'YAHOO', 'FILE', 'MANUAL', 'SOMEBODY'];
    const days = sessions.slice(-sources.length);
    const { packets } = await acquire({ closes: days.map((day, at) => heldClose(day, '100', sources[at])) });
    const told = packets
      .filter(({ source_id }) => source_id.includes(':closes:'))
      .map(({ source_id, publisher, authority, source_class, families }) => [
        source_id.split(':').at(-1),
        publisher,
        authority,
        source_class,
        families.join(' '),
      ]);
    assert.deepEqual(told, [
      ['NSE', 'NSE', 'OFFICIAL', 'VERIFIED_INTERNAL', 'market_data exchange_prices'],
      ['YAHOO', 'Yahoo Finance', 'AGGREGATOR', 'VERIFIED_INTERNAL', 'market_data'],
      ['FILE', 'An imported file', 'DISCOVERED', 'DISCOVERED', 'market_data'],
      ['MANUAL', 'Entered by hand', 'DISCOVERED', 'DISCOVERED', 'market_data'],
      ['SOMEBODY', 'Unknown', 'DISCOVERED', 'DISCOVERED', 'market_data'],
    ]);
    assert.match(packetOf(packets, 'PALARPUMP:closes:YAHOO').notes.join(' '), /undid the splits/);
  });

  it('research/Evidence acquisition rules 5: quotes are market_data, a feed’s are exchange prices as well, and a sector is exchange_listing', async () => {
    const { packets } = await acquire(
      {
        quotes: {
          7: [
            heldQuote({ source: 'ibkr_flex' }),
            heldQuote({ source: 'YAHOO', price: '24.19' }),
            heldQuote({ source: 'web_sync' }),
            heldQuote({ source: 'MANUAL', price: '30', day: null, seen_at: '2026-09-29T08:00:00.000Z' }),
            heldQuote({ source: null }),
          ],
        },
        listing: { sector: 'Capital Goods', industry: 'Pumps', scheme: null, classified_on: null },
      },
      { subject: LKSP, as_of: '2026-10-05T18:00:00.000Z' },
    );
    assert.deepEqual(
      packets.map(({ source_id, publisher, authority, families }) => [
        source_id,
        publisher,
        authority,
        ...families,
      ]),
      [
        ['internal:LKSP:listing', 'Unknown', 'DISCOVERED', 'exchange_listing'],
        [
          'internal:LKSP:quote:ibkr_flex',
          'Interactive Brokers',
          'OFFICIAL',
          'market_data',
          'exchange_prices',
        ],
        ['internal:LKSP:quote:YAHOO', 'Yahoo Finance', 'AGGREGATOR', 'market_data'],
        ['internal:LKSP:quote:web_sync', 'Unknown', 'DISCOVERED', 'market_data'],
        ['internal:LKSP:quote:MANUAL', 'Entered by hand', 'DISCOVERED', 'market_data'],
        ['internal:LKSP:quote:unknown', 'Unknown', 'DISCOVERED', 'market_data'],
      ],
    );
    const [price] = packetOf(packets, 'LKSP:quote:ibkr_flex').observations;
    // New York closes at 16:00, which is 20:00 in UTC in summer.
    assert.deepEqual(
      [price?.metric, price?.value, price?.unit, price?.end, price?.published_at],
      ['close', '24.18', 'USD/share', '2026-09-30', '2026-09-30T20:00:00.000Z'],
    );
    const nse = await acquire({
      listing: {
        sector: 'Capital Goods',
        industry: null,
        scheme: 'NSE_SECTORS_2022',
        classified_on: '2026-08-31',
      },
    });
    const [listing] = nse.packets;
    assert.equal(listing?.authority, 'REGULATOR');
    assert.deepEqual(listing?.passages, [{ id: 'sector', text: 'Capital Goods' }]);
    // The end of the day in India.
    assert.equal(listing?.published_at?.slice(0, 13), '2026-08-31T18');
  });

  it('closes of a year give averages, extremes and the return, on the shares of the last day', async () => {
    // One share became five on 16 March 2026, and closes are as traded.
    const closes = rising().map((one) =>
      one.day < '2026-03-16' ? { ...one, close: String(Number(one.close) * 5) } : one,
    );
    const { packets } = await acquire({
      closes,
      changes: [{ ex_date: '2026-03-16', kind: 'SPLIT', new_shares: '5', old_shares: '1' }],
    });
    const technical = packetOf(packets, 'PALARPUMP:technicals:OFFICIAL');
    const value = (metric: string) =>
      technical.observations.find((one) => one.metric === metric)?.value ?? null;
    const last = 100 + sessions.length - 1;
    const before = 100 + sessions.findLastIndex((day) => day <= '2025-09-30');
    // A rupee more each session: the average of the last n closes is the last less (n - 1) / 2.
    assert.equal(value('sma_50'), (last - 24.5).toFixed(1));
    assert.equal(value('sma_200'), (last - 99.5).toFixed(1));
    assert.equal(value('high_52w_close'), String(last));
    assert.equal(value('low_52w_close'), String(before + 1));
    assert.ok(Math.abs(Number(value('price_return_1y_pct')) - (last / before - 1) * 100) < 1e-9);
    const shown = figures(packets, 'close');
    // The last session of each month, thirteen of them, each on the shares of its day.
    assert.equal(shown.length, 13);
    assert.deepEqual(
      [shown[0]?.end, shown[0]?.share_basis, shown.at(-1)?.end, shown.at(-1)?.share_basis],
      ['2025-09-30', null, '2026-09-30', '2026-03-16'],
    );
    assert.equal(shown[0]?.value, String(before * 5));
  });

  it('a figure has the authority of the weakest close in it, and is unknown with its reason where closes are missing', async () => {
    // The newest sixty are of the exchange, and the rest are Yahoo's.
    const mixed = await acquire({
      closes: rising((_, at) => (at >= sessions.length - 60 ? 'NSE' : 'YAHOO')),
    });
    const metrics = (id: string) =>
      packetOf(mixed.packets, id).observations.map(({ metric, value }) => [metric, value !== null]);
    assert.deepEqual(metrics('PALARPUMP:technicals:OFFICIAL'), [['sma_50', true]]);
    assert.deepEqual(metrics('PALARPUMP:technicals:AGGREGATOR'), [
      ['high_52w_close', true],
      ['low_52w_close', true],
      ['sma_200', true],
      ['price_return_1y_pct', true],
    ]);
    const few = await acquire({ closes: rising().slice(-40) });
    const reasons = packetOf(few.packets, 'PALARPUMP:technicals:OFFICIAL').observations;
    assert.ok(reasons.every(({ value, reason }) => value === null && reason !== null));
    assert.match(
      reasons.find(({ metric }) => metric === 'sma_50')?.reason ?? '',
      /Only 40 closes are known, and 50/,
    );
    const holes = await acquire({ closes: rising().filter((_, at) => at % 10 !== 0) });
    const sma = figures(holes.packets, 'sma_200')[0];
    assert.equal(sma?.value, null);
    assert.match(sma?.reason ?? '', /closes of 2\d sessions are missing/);
    const split = await acquire({
      closes: rising().map((one) => (one.day < '2026-03-16' ? { ...one, close: '900' } : one)),
    });
    assert.match(
      figures(split.packets, 'price_return_1y_pct')[0]?.reason ?? '',
      /moved like a split on 16 Mar 2026, and no split/,
    );
  });

  it('research/Historical mode rules 1 and 2: a close counts once its session has ended, in India and in New York', async () => {
    const at = async (as_of: string, closes: Held['closes'], subject = SUBJECT) => {
      const { packets, refused } = await acquire(
        { closes: closes ?? [] },
        { subject, as_of, mode: 'HISTORICAL' },
      );
      return [figures(packets, 'close').map(({ end }) => end), refused.map(({ reason }) => reason)];
    };
    const india = [heldClose('2026-09-29', '99'), heldClose('2026-09-30', '100')];
    // 15:30 in India is 10:00 in UTC. The close of the month's last day but one stands where the last is not there yet.
    assert.deepEqual(await at('2026-09-30T09:59:59.999Z', india), [['2026-09-29'], ['AFTER_CUTOFF']]);
    assert.deepEqual(await at('2026-09-30T10:00:00.000Z', india), [['2026-09-30'], []]);
    const us = [heldClose('2026-09-29', '24', 'YAHOO'), heldClose('2026-09-30', '25', 'YAHOO')];
    // Late in the evening in India New York still trades: it closes at 20:00 in UTC.
    assert.deepEqual(await at('2026-09-30T19:59:00.000Z', us, LKSP), [['2026-09-29'], ['AFTER_CUTOFF']]);
    assert.deepEqual(await at('2026-09-30T20:00:00.000Z', us, LKSP), [['2026-09-30'], []]);
    // In winter it is 21:00, and on the day after Thanksgiving it closes at 13:00, which is 18:00.
    const winter = [heldClose('2025-12-15', '24', 'YAHOO')];
    assert.deepEqual(await at('2025-12-15T20:30:00.000Z', winter, LKSP), [[], ['AFTER_CUTOFF']]);
    const friday = [heldClose('2025-11-28', '24', 'YAHOO')];
    assert.deepEqual(await at('2025-11-28T18:00:00.000Z', friday, LKSP), [['2025-11-28'], []]);
    // Where nobody knows the market, the day has to be over everywhere.
    const nobody = researchSubject({ exchange: null, isin: null, currency: 'EUR' });
    assert.deepEqual(await at('2026-09-30T23:00:00.000Z', india, nobody), [['2026-09-29'], ['AFTER_CUTOFF']]);
    // A cut-off with an offset is the same moment.
    assert.deepEqual(await at('2026-09-30T15:30:00.000+05:30', india), [['2026-09-30'], []]);
  });

  it('research/Historical mode rules 2: a quote or a list of later than the run is refused', async () => {
    const { packets, refused } = await acquire(
      {
        quotes: { 7: [heldQuote(), heldQuote({ day: null, source: 'MANUAL' })] },
        listing: {
          sector: 'Power',
          industry: null,
          scheme: 'NSE_SECTORS_2022',
          classified_on: '2026-09-30',
        },
      },
      { subject: LKSP, as_of: '2026-09-30T18:00:00.000Z', mode: 'HISTORICAL' },
    );
    assert.deepEqual(packets, []);
    assert.deepEqual(
      refused.map(({ source_id, reason }) => [source_id, reason]),
      [
        ['internal:LKSP:listing', 'AFTER_CUTOFF'],
        ['internal:LKSP:quote:ibkr_flex:2026-09-30', 'AFTER_CUTOFF'],
        ['internal:LKSP:quote:MANUAL:2026-10-01', 'AFTER_CUTOFF'],
      ],
    );
  });

  it('a price that was seen while its session ran is no close, and one of other shares neither: unknown, with the reason', async () => {
    const read = async (quote: Parameters<typeof heldQuote>[0], held: Held = {}) => {
      const found = await acquire(
        { quotes: { 7: [heldQuote(quote)] }, ...held },
        { subject: LKSP, as_of: '2026-10-05T18:00:00.000Z' },
      );
      return found.packets[0]?.observations[0];
    };
    const running = await read({ seen_at: '2026-09-30T15:00:00.000Z' });
    assert.equal(running?.value, null);
    assert.match(running?.reason ?? '', /before the session of 30 Sep 2026 had ended/);
    assert.equal(running?.published_at, '2026-09-30T15:00:00.000Z');
    // One of long ago is dated to 15:30 in India, when New York has not even opened: nobody saw it then.
    assert.equal((await read({ seen_at: '2026-09-30T10:00:00.000Z' }))?.value, '24.18');
    const changes: Held['changes'] = [
      { ex_date: '2026-10-01', kind: 'SPLIT', new_shares: '3', old_shares: '1' },
    ];
    const other = await read({ seen_at: '2026-10-02T03:30:00.000Z' }, { changes });
    assert.equal(other?.value, null);
    assert.match(other?.reason ?? '', /changed the shares on 1 Oct 2026/);
    // A broker's price before the change is of the old shares; Yahoo's may be a close that was turned into new ones.
    const before = { seen_at: '2026-09-30T20:30:00.000Z' };
    assert.equal((await read(before, { changes }))?.value, '24.18');
    assert.equal((await read({ ...before, source: 'YAHOO' }, { changes }))?.value, null);
  });

  it('a quote is the subject’s by ISIN, else by its symbol and currency; funds, other currencies and closes of the history are none', async () => {
    const read = async (...quotes: Parameters<typeof heldQuote>[0][]) =>
      (
        await acquire(
          {
            quotes: {
              7: quotes.map((one) =>
                heldQuote({
                  symbol: 'PALARPUMP',
                  asset_class: 'Indian Equity',
                  currency: 'INR',
                  source: 'zerodha',
                  ...one,
                }),
              ),
            },
          },
          { as_of: '2026-10-05T18:00:00.000Z' },
        )
      ).packets.length;
    assert.equal(await read({}), 1);
    assert.equal(await read({ symbol: 'PALAR', isin: 'INE0AB101011' }), 1);
    assert.equal(await read({ symbol: 'PALARPUMP-EQ' }), 1);
    assert.equal(
      await read(
        { isin: 'INE999X01011' },
        { currency: 'USD' },
        { asset_class: 'ETF' },
        { symbol: 'PALARPUMPX' },
        { source: 'NSE' },
        { source: 'FILE' },
      ),
      0,
    );
    // Two portfolios with one price: it is told once, by whoever saw it last.
    const twice = await acquire({
      quotes: {
        7: [
          heldQuote({
            symbol: 'PALARPUMP',
            asset_class: 'Indian Equity',
            currency: 'INR',
            price: '1',
            day: '2026-09-29',
            seen_at: '2026-09-29T11:00:00.000Z',
          }),
          heldQuote({
            symbol: 'PALARPUMP',
            asset_class: 'Indian Equity',
            currency: 'INR',
            price: '2',
            day: '2026-09-29',
            seen_at: '2026-09-29T12:00:00.000Z',
          }),
        ],
      },
    });
    assert.deepEqual(
      figures(twice.packets, 'close').map(({ value }) => value),
      ['2'],
    );
  });

  it('research/Authentication 2: the quotes of whoever asks are read, and nobody else’s; without a person, nobody’s', async () => {
    const held: Held = {
      quotes: { 7: [heldQuote()], 8: [heldQuote({ source: 'MANUAL', price: '1', day: null })] },
    };
    const as_of = '2026-10-05T18:00:00.000Z';
    const of = async (fields: Partial<EvidenceRequest>) =>
      (await acquire(held, { subject: LKSP, as_of, ...fields })).packets.map(({ source_id }) => source_id);
    assert.deepEqual(await of({}), ['internal:LKSP:quote:ibkr_flex']);
    assert.deepEqual(await of({ owner_user_id: '8' }), ['internal:LKSP:quote:MANUAL']);
    const provider = createInternalEvidence({ calendar, records: heldOf(held) });
    const nobody = await provider.acquire(evidenceRequest({ subject: LKSP, as_of }), keptDocuments({}));
    assert.deepEqual(nobody.packets, []);
  });

  it('research/What the service does 10: a part that cannot be read leaves the others as they are', async () => {
    const records = heldOf({ closes: rising() });
    records.quotes = () => Promise.reject(new Error('the books are locked'));
    const found = await createInternalEvidence({ calendar, records }).acquire(
      evidenceRequest({ subject: SUBJECT, owner_user_id: '7' }),
      keptDocuments({}),
    );
    assert.equal(found.packets.length, 2);
    assert.match(found.failures[0]?.message ?? '', /prices in your books could not be read: the books/);
  });
});

describe('research/Evidence-family policy matrix: held prices in the ledger', () => {
  const as_of = '2026-10-05T18:00:00.000Z';
  const usd = { unit: 'USD' } as const;
  const of = { symbol: 'LKSP', isin: null, name: null, id: null };
  const filing = packet(
    'FILING',
    [
      said('revenue', '1181100000', ['2025-02-02', '2026-01-31'], usd),
      said('net_income', '111600000', ['2025-02-02', '2026-01-31'], usd),
      said('guidance_revenue', '1300000000', ['2026-02-01', '2027-01-30'], usd),
    ],
    { provider: 'sec', publisher: 'SEC', entity: of },
  );
  const ledger = async (quote: Parameters<typeof heldQuote>[0]) => {
    const { packets } = await acquire({ quotes: { 7: [heldQuote(quote)] } }, { subject: LKSP, as_of });
    const { coverage } = buildLedger({
      subject: LKSP,
      packets: [filing, ...packets],
      as_of,
      mode: 'CURRENT',
    });
    const open = coverage.rows.filter((one) => one.is_required && !one.is_covered);
    return [coverage.verdict, ...open.map(({ obligation, reason }) => `${obligation} ${reason}`)];
  };

  it('with a broker’s feed an American share lacks nothing but its corporate actions; Yahoo’s price or one by hand does not do', async () => {
    const actions = 'catalysts no_source_family';
    assert.deepEqual(await ledger({}), ['REVIEW_REQUIRED', actions]);
    const weak = 'market_and_valuation INSUFFICIENT_AUTHORITY_FOR_COVERAGE';
    for (const source of ['YAHOO', 'MANUAL', 'web_sync', null])
      assert.deepEqual(await ledger({ source }), ['REVIEW_REQUIRED', weak, actions], source ?? 'unknown');
  });

  it('research/Evidence acquisition rules 2: a close of NSE’s archive and the same one in the history are one fact of two sources', async () => {
    const day = '2026-09-30';
    const { packets } = await acquire({ closes: [heldClose(day, '352')] });
    const archive = (close: string) =>
      packet('OFFICIAL', [said('close', close, day, { scope: 'market' })], {
        source_id: 'nse_archive:PALARPUMP:closes',
        provider: 'nse_archive',
        published_at: '2026-09-30T18:29:59.999Z',
        entity: { symbol: 'PALARPUMP', isin: null, name: null, id: null },
      });
    const built = (close: string) =>
      buildLedger({ subject: SUBJECT, packets: [archive(close), ...packets], as_of, mode: 'CURRENT' });
    const same = built('352.00');
    assert.deepEqual(same.conflicts, []);
    const facts = same.facts.filter(({ metric }) => metric === 'close');
    assert.deepEqual(
      facts.map(({ fact_id, value, source_ids }) => [fact_id, value, source_ids.toSorted()]),
      [['close.market.latest', '352', ['internal:PALARPUMP:closes:NSE', 'nse_archive:PALARPUMP:closes']]],
    );
    // One that differs is a conflict, and both are kept.
    assert.equal(built('353.00').conflicts[0]?.candidates.length, 2);
  });
});
