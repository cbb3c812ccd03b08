import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays } from '../../../../core/platform/index.ts';
import type { Observation } from '../../../../core/research/index.ts';
import { packetOf, said } from '../../../support/evidence-packets.ts';
import { isFraction, rupees } from '../../../support/slow-derivations.ts';
import { built, value } from './ledger-under-test.ts';

const RETURN = 'price_return_1y_pct.market.latest';
const closeOn = (end: string, paise: bigint, more: Partial<Observation> = {}) =>
  said('close', rupees(paise), end, { scope: 'market', published_at: `${end}T10:00:00.000Z`, ...more });
const yahoo = (observations: readonly Observation[]) =>
  packetOf('AGGREGATOR', observations, { published_at: null, published_precision: 'UNKNOWN' });

describe('research/Evidence acquisition rules 7: the price return of a year', () => {
  it('is a fraction of two closes, each on the shares of today, whatever was split between', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 7n });
    const back = fc.integer({ min: 0, max: 14 });
    const split = fc.option(fc.constantFrom(2n, 3n, 10n));
    fc.assert(
      fc.property(price, price, back, split, (last, before, days, ratio) => {
        const ledger = built([
          yahoo([
            closeOn(addDays('2025-09-30', -days), before),
            closeOn('2026-09-30', last),
            // A close of half a year ago is that of no year.
            closeOn('2026-03-31', 1n),
          ]),
          ...(ratio === null
            ? []
            : [packetOf('REGULATOR', [said('split_ratio', `${ratio}`, '2026-02-02', { scope: 'company' })])]),
        ]);
        const found = value(ledger, RETURN);
        if (days > 10) return assert.equal(found, null);
        // (last − before / ratio) / (before / ratio), in percent
        const [now, then] = [last * (ratio ?? 1n), before];
        // A difference of doubles keeps fewer digits where it is next to nothing.
        const apart = now > then ? now - then : then - now;
        if (apart === 0n) assert.ok(Math.abs(Number(found)) < 1e-9);
        else if (apart * 1000n >= then) return assert.ok(isNearly(found, (now - then) * 100n, then));
      }),
    );
  });

  it('is as weak as its closes, rests on one source alone, and takes no close that is missing', () => {
    const told = built([yahoo([closeOn('2025-09-30', 10_000n), closeOn('2026-09-30', 12_500n)])]);
    const fact = told.facts.find(({ fact_id }) => fact_id === RETURN);
    assert.deepEqual(
      [fact?.value, fact?.authority, fact?.is_validated, fact?.derivation?.shape, fact?.derivation?.inputs],
      ['25', 'AGGREGATOR', false, 'series', ['close.market.latest', 'close.market.2025-09-30']],
    );
    const mixed = built([
      yahoo([closeOn('2025-09-30', 10_000n)]),
      packetOf('OFFICIAL', [closeOn('2026-09-30', 12_500n)]),
    ]);
    assert.equal(value(mixed, RETURN), null);
    const gap = yahoo([
      { ...closeOn('2025-09-30', 1n), value: null, reason: 'no close' },
      closeOn('2026-09-30', 12_500n),
    ]);
    assert.equal(value(built([gap]), RETURN), null);
  });

  it('is not worked out where the exchange tells it, or where whose closes they are tells why it cannot be known', () => {
    const closes = yahoo([closeOn('2025-09-30', 10_000n), closeOn('2026-09-30', 12_500n)]);
    const official = (text: string | null) =>
      packetOf('OFFICIAL', [
        said('price_return_1y_pct', text, '2026-09-30', {
          scope: 'market',
          reason: text === null ? 'The price moved like a split, and no list of splits could be read.' : null,
        }),
      ]);
    const told = built([official('24.5'), closes]);
    assert.deepEqual([value(told, RETURN), told.conflicts], ['24.5', []]);
    assert.equal(value(built([official(null), closes]), RETURN), null);
    // Of whose closes nothing of the kind is said, it follows.
    const other = packetOf('AGGREGATOR', closes.observations, { source_id: 'yahoo:chart:KAVFLOW.NS' });
    assert.equal(value(built([official(null), other]), RETURN), '25');
  });
});

/** As `isFraction`, of either sign. */
function isNearly(text: string | null, above: bigint, below: bigint): boolean {
  if (text === null || text.startsWith('-') !== above < 0n) return false;
  return isFraction(text.replace('-', ''), above < 0n ? -above : above, below);
}
