import assert from 'node:assert/strict';
import { type OptionsWorld, optionsWorld, PUT, STORES } from '../../support/options-world.ts';
import { openTrade } from '../../support/guards-world.ts';

/** A Monday on which the exchange trades from 03:45 to 10:00 UTC; the Friday before is a session too. */
const MONDAY = '2026-06-15';
const at = (time: string, day = MONDAY): string => `${day}T${time}:00.000Z`;
const leg = (last: number | null, given: object = {}) => ({
  ...PUT,
  entry_price: 100,
  last_price: last,
  ...given,
});

for (const store of STORES)
  describe(`what an open trade is worth now, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, at('06:00'))));
    beforeEach(async () => {
      world.clock.at = new Date(at('06:00'));
      await world.anew();
    });
    after(() => world.close());

    const unrealised = async () => {
      const { unrealised: found } = await world.core.options.performance.read(world.owner, 'LIVE');
      return [found.gross, found.states.gross, found.reasons.map(({ code }) => code)];
    };

    const CASES: readonly [
      what: string,
      reports: object[],
      now: string,
      expected: [gross: number | null, state: string, reasons: string[]],
    ][] = [
      // (100 − 90) × 75 = 750
      ['a price of this session', [openTrade('T', { last: 90 })], at('06:00'), [750, 'COMPLETE', []]],
      [
        'a last price of 0',
        [openTrade('T', { last: 0 })],
        at('06:00'),
        [null, 'UNAVAILABLE', ['LAST_PRICE_MISSING']],
      ],
      [
        'a last price of 0 in one of two legs',
        [openTrade('T', { legs: [leg(90), leg(0, { symbol: 'NIFTY26JUN23900PE', strike: 23_900 })] })],
        at('06:00'),
        [null, 'UNAVAILABLE', ['LAST_PRICE_MISSING']],
      ],
      [
        'a last price of 0 beside a trade that has one',
        [openTrade('T', { last: 0 }), openTrade('U', { last: 90 })],
        at('06:00'),
        [750, 'PARTIAL', ['LAST_PRICE_MISSING']],
      ],
      [
        'a contract that expired on an earlier day, though its report is of today',
        [openTrade('T', { legs: [leg(90, { expiry: '2026-06-11' })] })],
        at('06:00'),
        [null, 'UNAVAILABLE', ['CONTRACT_EXPIRED']],
      ],
      [
        'a contract that expires today, a minute before the close',
        [openTrade('T', { legs: [leg(90, { expiry: MONDAY })] })],
        at('09:59'),
        [750, 'COMPLETE', []],
      ],
      [
        'the same at the close',
        [openTrade('T', { legs: [leg(90, { expiry: MONDAY })] })],
        at('10:00'),
        [null, 'UNAVAILABLE', ['CONTRACT_EXPIRED']],
      ],
      [
        'one leg that expired and one that did not',
        [openTrade('T', { legs: [leg(90), leg(90, { symbol: 'NIFTY26JUN11PE', expiry: '2026-06-11' })] })],
        at('06:00'),
        [null, 'UNAVAILABLE', ['CONTRACT_EXPIRED']],
      ],
      [
        'a trade that expired beside one that did not',
        [openTrade('T', { legs: [leg(90, { expiry: '2026-06-11' })] }), openTrade('U', { last: 90 })],
        at('06:00'),
        [750, 'PARTIAL', ['CONTRACT_EXPIRED']],
      ],
      [
        'a price of Friday, on Monday after the exchange opened',
        [openTrade('T', { last: 90, at: at('09:59', '2026-06-12'), opened_at: at('05:00', '2026-06-12') })],
        at('03:45'),
        [null, 'UNAVAILABLE', ['LAST_PRICE_OLD']],
      ],
      [
        'a price of Friday, on Monday before it opens: there is none that is newer',
        [openTrade('T', { last: 90, at: at('09:59', '2026-06-12'), opened_at: at('05:00', '2026-06-12') })],
        at('03:44'),
        [750, 'COMPLETE', []],
      ],
    ];
    for (const [what, reports, now, expected] of CASES)
      it(`portfolio/Option performance v2: ${what}`, async () => {
        world.clock.at = new Date(at('10:00'));
        await world.take(...reports);
        world.clock.at = new Date(now);
        assert.deepEqual(await unrealised(), expected);
        const { items } = await world.core.options.positions.list(world.owner, {});
        const known = items.filter(({ unrealised_gross }) => unrealised_gross !== null);
        assert.equal(
          known.reduce((sum, one) => sum + (one.unrealised_gross ?? 0), 0),
          expected[0] ?? 0,
        );
        for (const { unrealised_gross, reasons } of items)
          assert.equal(unrealised_gross === null, (reasons.unrealised_gross ?? '').length > 10);
      });

    it('a figure that is kept does not outlive the contract: nothing is reported, and it is known no more', async () => {
      await world.take(openTrade('T', { legs: [leg(90, { expiry: MONDAY })] }));
      assert.deepEqual(await unrealised(), [750, 'COMPLETE', []]);
      world.clock.at = new Date(at('10:00'));
      assert.deepEqual(await unrealised(), [null, 'UNAVAILABLE', ['CONTRACT_EXPIRED']]);
      const [position] = (await world.core.options.positions.list(world.owner, {})).items;
      assert.match(
        position?.reasons.unrealised_net ?? '',
        /^Expired: NIFTY26JUN24000PE\. Report the trade closed/,
      );
    });

    it('what a price no longer proves counts against entries with money, and the loss that was reported stays', async () => {
      // (100 − 120) × 75 = −1,500
      await world.take(openTrade('T', { last: 120, legs: [leg(120, { expiry: MONDAY })] }));
      const daily = async () => {
        const { criteria, state } = await world.core.options.envelope.read(world.owner);
        const found = criteria.find(({ name }) => name === 'daily_loss');
        return [state, found?.value, found?.reason !== null];
      };
      const [, value, isDoubtful] = await daily();
      assert.deepEqual([value, isDoubtful], [1_500, false]);
      world.clock.at = new Date(at('10:01'));
      assert.deepEqual(await daily(), ['THROTTLED', 1_500, true]);
    });

    it('prices that are none are refused with a reason, or taken as missing', async () => {
      const closed = (exit: number | null, given: object = {}, more: object = {}) => ({
        id: `closed-${JSON.stringify([exit, given, more]).length}-${Math.abs(exit ?? 0)}`,
        kind: 'closed_trade',
        at: at('05:00'),
        mode: 'LIVE',
        strategy: 's',
        tag: 'C',
        underlying: 'NIFTY',
        opened_at: at('04:00'),
        exit_reason: 'EXPIRY',
        legs: [{ ...PUT, expiry: MONDAY, entry_price: 100, exit_price: exit, ...given }],
        ...more,
      });
      const REFUSED: [what: string, record: object, code: string][] = [
        ['a negative last price', openTrade('R', { last: -1 }), 'INVALID_RECORD'],
        ['an entry at 0', openTrade('R', { legs: [leg(90, { entry_price: 0 })] }), 'INVALID_RECORD'],
        ['a spot of 0', openTrade('R', { spot: 0 }), 'INVALID_RECORD'],
        ['a price that is a word', openTrade('R', { legs: [leg('NaN' as never)] }), 'INVALID_RECORD'],
        ['a report of the future', openTrade('R', { at: at('11:00') }), 'TIME_IN_FUTURE'],
        ['an exit at 0 before the expiry', closed(0, { expiry: '2026-06-25' }), 'PRICE_ZERO'],
        ['a future that ends at 0', closed(0, { instrument: 'FUT', strike: null }), 'PRICE_ZERO'],
        ['an exit at 0 that is no expiry', closed(0, {}, { exit_reason: 'STOP' }), 'PRICE_ZERO'],
      ];
      for (const [what, record, code] of REFUSED) {
        const { rejected } = await world.core.options.ingest(world.owner, [record]);
        assert.deepEqual(
          rejected.map((one) => [one.code, one.message.length > 10]),
          [[code, true]],
          what,
        );
      }
    });
  });
