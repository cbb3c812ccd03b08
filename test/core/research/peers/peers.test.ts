import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Instrument, Resolver } from '../../../../core/market/instruments/index.ts';
import {
  createPeers,
  curatedPeers,
  groupsBySymbol,
  PEER_GROUPS,
  type PeerCandidate,
  screenPeers,
} from '../../../../core/research/peers/index.ts';
import { researchSubject } from '../../../support/research-subject.ts';

const candidate = (
  symbol: string,
  industry: string | null,
  sector: string | null = 'Industrials',
): PeerCandidate => ({
  instrument_id: symbol,
  symbol,
  market: 'IN',
  sector,
  industry,
});
const subject = { symbol: 'PALARPUMP', market: 'IN', sector: 'Industrials', industry: 'Pumps' } as const;
const symbolsOf = (found: readonly PeerCandidate[]) => found.map(({ symbol }) => symbol);

describe('curated peer groups', () => {
  it('research/Peer resolution rules 1: the peers of a member are the rest of its group', () => {
    assert.deepEqual(curatedPeers('IN', 'asianpaint'), ['BERGEPAINT', 'KANSAINER', 'INDIGOPNTS']);
    assert.equal(curatedPeers('US', 'ASIANPAINT'), null);
    assert.ok(PEER_GROUPS.every(({ symbols }) => symbols.length >= 4));
  });

  it('research/Peer resolution rules 1: a second membership, or a group of three, is refused when the table is loaded', () => {
    const group = (title: string, ...symbols: string[]) => ({ title, market: 'IN' as const, symbols });
    assert.throws(
      () => groupsBySymbol([group('One', 'A', 'B', 'C', 'D'), group('Two', 'E', 'F', 'G', 'A')]),
      /A is in both One and Two/,
    );
    assert.throws(() => groupsBySymbol([group('Small', 'A', 'B', 'C')]), /fewer than 4/);
    assert.throws(() => groupsBySymbol([group('Twice', 'A', 'B', 'C', 'C')]), /fewer than 4/);
  });
});

describe('screening for peers', () => {
  it('research/Peer resolution rules 3 and 4: those of the industry come first, and the sector fills up to three', () => {
    const universe = [
      candidate('AAA', 'Valves'),
      candidate('ZZZ', 'pumps '),
      candidate('BBB', 'Motors'),
      candidate('CCC', 'Motors'),
      candidate('YYY', 'Pumps'),
      candidate('DDD', 'Pumps', 'Textiles'),
    ];
    // Three of the industry are enough, whatever sector they are said to be of.
    assert.deepEqual(symbolsOf(screenPeers(subject, universe, 6)), ['DDD', 'YYY', 'ZZZ']);
    const fewer = universe.filter(({ symbol }) => symbol !== 'DDD');
    assert.deepEqual(symbolsOf(screenPeers(subject, fewer, 6)), ['YYY', 'ZZZ', 'AAA']);
  });

  it('research/Peer resolution rules 3: fewer than three comparable companies are none', () => {
    assert.deepEqual(screenPeers(subject, [candidate('AAA', 'Pumps'), candidate('BBB', null)], 6), []);
  });

  it('research/Peer resolution rules 4: placeholders of the exchange are no companies, and nobody is its own peer', () => {
    const universe = ['DUMMY1', 'PALARPUMP', 'AAA', 'BBB', 'CCC'].map((one) => candidate(one, 'Pumps'));
    assert.deepEqual(symbolsOf(screenPeers(subject, universe, 6)), ['AAA', 'BBB', 'CCC']);
  });

  it('an unknown industry is not the same as another unknown one', () => {
    const universe = ['AAA', 'BBB', 'CCC'].map((one) => candidate(one, null, null));
    assert.deepEqual(screenPeers({ ...subject, sector: null, industry: null }, universe, 6), []);
  });

  it('research/Peer resolution rules 3 to 5: on random universes, bounded, distinct, in the market, and the same by counting', () => {
    const words = fc.constantFrom('Pumps', 'Valves', 'Motors', null);
    const one = fc.record({
      instrument_id: fc.string({ maxLength: 3 }),
      symbol: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'DUMMYX', 'PALARPUMP'),
      market: fc.constantFrom('IN' as const, 'US' as const),
      sector: fc.constantFrom('Industrials', 'Textiles', null),
      industry: words,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { maxLength: 12, selector: ({ symbol }) => symbol }),
        fc.nat(6),
        (universe, most) => {
          const found = screenPeers(subject, universe, most);
          const able = universe.filter(
            ({ symbol, market }) => market === 'IN' && symbol !== 'DUMMYX' && symbol !== 'PALARPUMP',
          );
          const near = able.filter(({ industry }) => industry === 'Pumps').length;
          const far = able.filter(
            ({ industry, sector }) => industry !== 'Pumps' && sector === 'Industrials',
          ).length;
          const all = near >= 3 ? near : Math.min(3, near + far);
          assert.equal(found.length, all < 3 ? 0 : Math.min(all, most));
          assert.equal(new Set(symbolsOf(found)).size, found.length);
          assert.ok(found.every(({ symbol }) => able.some((one) => one.symbol === symbol)));
          const firstOther = found.findIndex(({ industry }) => industry !== 'Pumps');
          assert.ok(firstOther < 0 || found.slice(firstOther).every(({ industry }) => industry !== 'Pumps'));
        },
      ),
    );
  });
});

describe('peers of a company', () => {
  const instrument = (symbol: string, fields: Partial<Instrument> = {}) =>
    ({
      id: symbol,
      symbol,
      exchange: 'NSE',
      asset_class: 'Indian Equity',
      sector: 'Industrials',
      industry: null,
      ...fields,
    }) as Instrument;

  function peersIn(listed: readonly Instrument[], sectors: Readonly<Record<string, string>> = {}) {
    const asked = { universe: 0, profile: 0 };
    const resolver: Resolver = {
      resolve({ symbol }) {
        const found = listed.find((one) => one.symbol === symbol);
        return found === undefined
          ? { outcome: 'UNKNOWN', reason: 'NOT_IN_REGISTRY' }
          : { outcome: 'FOUND', by: 'SYMBOL', instrument: found };
      },
    };
    const peers = createPeers({
      today: () => '2026-09-30',
      subjectOf: async ({ id, symbol }) =>
        await Promise.resolve(researchSubject({ instrument_id: id, symbol })),
      profileOf: async () => {
        asked.profile += 1;
        return await Promise.resolve({ sector: 'Industrials', industry: null });
      },
      instruments: {
        resolver: async () => await Promise.resolve(resolver),
        listedOf: async (assetClass) => {
          asked.universe += 1;
          return await Promise.resolve(listed.filter(({ asset_class }) => asset_class === assetClass));
        },
        constituents: async () =>
          await Promise.resolve(
            Object.entries(sectors).map(([symbol, sector]) => ({
              symbol,
              sector,
              isin: null,
              name: null,
              instrument_id: symbol,
              valid_from: '2020-01-01',
              valid_to: null,
            })),
          ),
      },
    });
    return { peers, asked };
  }

  const named = (found: readonly { symbol: string }[]) => found.map(({ symbol }) => symbol);

  it('research/Peer resolution rules 2 and 5: a curated group wins, without what is not listed, up to the bound', async () => {
    const { peers, asked } = peersIn(
      ['BERGEPAINT', 'INDIGOPNTS', 'AAA', 'BBB'].map((one) => instrument(one)),
    );
    const paint = researchSubject({ symbol: 'ASIANPAINT', instrument_id: 'ASIANPAINT' });
    assert.deepEqual(named(await peers.of(paint, 6)), ['BERGEPAINT', 'INDIGOPNTS']);
    assert.deepEqual(named(await peers.of(paint, 1)), ['BERGEPAINT']);
    assert.equal(asked.universe, 0);
  });

  it('research/Peer resolution rules 3: funds are never peers', async () => {
    const { peers } = peersIn([
      ...['AAA', 'BBB', 'CCC'].map((one) => instrument(one)),
      instrument('ETF1', { asset_class: 'ETF' }),
    ]);
    assert.deepEqual(named(await peers.of(researchSubject({ industry: null }), 6)), ['AAA', 'BBB', 'CCC']);
  });

  it('research/Peer resolution rules 6: the registry, then the index table, then the profile, and each is asked once', async () => {
    const blank = ['AAA', 'BBB', 'CCC'].map((one) => instrument(one, { sector: null }));
    const sectors = { AAA: 'Industrials', BBB: 'Industrials', CCC: 'Industrials' };
    const unknown = researchSubject({ sector: null, industry: null });
    const { peers, asked } = peersIn(blank, { ...sectors, PALARPUMP: 'Textiles' });
    assert.deepEqual(await peers.of(unknown, 6), []);
    assert.equal(asked.profile, 0, 'the index table knew');
    const other = peersIn(blank, sectors);
    assert.deepEqual(named(await other.peers.of(unknown, 6)), ['AAA', 'BBB', 'CCC']);
    await other.peers.of(unknown, 6);
    assert.deepEqual(other.asked, { universe: 1, profile: 1 });
  });

  it('research/Evidence acquisition rules 1: a share whose exchange nobody knows is not taken for a foreign one', async () => {
    const { peers } = peersIn(['AAA', 'BBB', 'CCC'].map((one) => instrument(one)));
    const of = async (fields: Parameters<typeof researchSubject>[0]) =>
      named(await peers.of(researchSubject({ exchange: null, ...fields }), 6)).length;
    assert.equal(await of({ instrument_id: 'a' }), 3);
    assert.equal(await of({ instrument_id: 'b', isin: null }), 3);
    assert.equal(await of({ instrument_id: 'c', isin: 'US0378331005', currency: 'USD' }), 0);
    assert.equal(await of({ instrument_id: 'd', isin: null, currency: null }), 0);
  });
});
