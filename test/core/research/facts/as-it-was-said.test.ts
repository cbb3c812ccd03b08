import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indian, packetOf, said } from '../../../support/evidence-packets.ts';
import { isFraction } from '../../../support/slow-derivations.ts';
import { built, value } from './ledger-under-test.ts';

describe('research/Evidence, claims and facts rules: figures stay as they were said', () => {
  const split = packetOf('REGULATOR', [said('split_ratio', '10', '2025-09-12', { scope: 'company' })], {
    published_at: '2025-08-22T12:00:00Z',
  });
  const dividend = (paid: string, more: object = {}) =>
    said('dividend_per_share', paid, '2025-08-22', { scope: 'company', ...more });

  it('an aggregator’s dividend on the shares of today does not push aside the exchange’s on those of its day', () => {
    const listed = packetOf('REGULATOR', [dividend('6')], { published_at: '2025-05-24T06:00:00Z' });
    const restated = packetOf('AGGREGATOR', [dividend('0.6', { share_basis: '2025-09-12' })]);
    const ledger = built([split, restated, listed]);
    const fact = ledger.facts.find(({ metric }) => metric === 'dividend_per_share');
    assert.deepEqual([fact?.value, fact?.authority, fact?.is_validated], ['6', 'REGULATOR', true]);
    assert.match(
      fact?.notes.join() ?? '',
      /0\.6 INR\/share, on the shares since 12 Sep 2025, so it is not compared/,
    );
    assert.deepEqual(ledger.conflicts, []);
    // Where no exchange tells it, the aggregator's is shown.
    assert.equal(value(built([split, restated]), 'dividend_per_share.company.2025-08-22'), '0.6');
  });

  it('guidance that moves by half a point is other guidance, and never the same one rounded', () => {
    const margin = (low: string, high: string, published_at: string) =>
      packetOf(
        'COMPANY',
        [
          said('guidance_ebitda_margin_pct', low, indian('FY2027'), {
            scope: 'company',
            value_high: high,
            published_at,
          }),
        ],
        { published_at },
      );
    const ledger = built([
      margin('17.5', '18.5', '2026-05-21T12:00:00Z'),
      margin('17', '18', '2026-08-10T12:00:00Z'),
    ]);
    const fact = ledger.facts.find(({ metric }) => metric === 'guidance_ebitda_margin_pct');
    assert.deepEqual([fact?.value, fact?.value_high], ['17', '18']);
    assert.deepEqual(
      ledger.conflicts.map(({ rule, candidates }) => [rule, candidates.map((one) => one.value)]),
      [['LATEST_REVISION', ['17', '17.5']]],
    );
    // 17.0 and 17 are one.
    const same = built([
      margin('17', '18', '2026-05-21T12:00:00Z'),
      margin('17.0', '18.0', '2026-08-10T12:00:00Z'),
    ]);
    assert.deepEqual(same.conflicts, []);
  });

  describe('research/Evidence acquisition rules 7: what a filing of a period leaves empty', () => {
    const year = packetOf('FILING', [
      said('net_income_owners', '1000', indian('FY2026')),
      said('net_income_owners', '300', indian('FY2026Q4')),
    ]);
    const nineMonths = (authority: 'FILING' | 'AGGREGATOR', filled: string | null) =>
      packetOf(authority, [said('net_income_owners', filled, indian('FY2026M9'))]);
    const id = 'net_income_owners.consolidated.fy2026m9';

    it('stays unknown, although the rest of the year would give it', () => {
      const ledger = built([year, nineMonths('FILING', null)]);
      assert.equal(value(ledger, id), null);
      assert.equal(ledger.unavailable[0]?.reason, 'It is not filled in.');
      // 1000 - 300, where nobody left it empty, or only an aggregator did
      assert.equal(value(built([year]), id), '700');
      assert.equal(value(built([year, nineMonths('AGGREGATOR', null)]), id), '700');
    });

    it('is what another filing of it says', () => {
      assert.equal(value(built([year, nineMonths('FILING', null), nineMonths('FILING', '690')]), id), '690');
    });
  });

  describe('research/Evidence acquisition rules 7: revenue by the company’s own guidance of growth', () => {
    const growth = (authority: 'COMPANY' | 'AGGREGATOR', low: string, high: string | null) =>
      packetOf(authority, [
        said('guidance_revenue_growth_pct', low, indian('FY2027'), { scope: 'company', value_high: high }),
      ]);
    const revenue = (figure: string) => packetOf('FILING', [said('revenue', figure, indian('FY2026'))]);
    const expected = (...packets: Parameters<typeof built>[0]) =>
      built(packets).facts.find(({ metric }) => metric === 'guidance_revenue') ?? null;

    it('is a range on the revenue of the year before, as strong as the weaker of both', () => {
      const fact = expected(growth('COMPANY', '14', '16'), revenue('11200000000'));
      // 11.2 thousand million × 1.14 and × 1.16
      assert.deepEqual(
        [fact?.value, fact?.value_high, fact?.authority, fact?.label],
        ['12768000000', '12992000000', 'COMPANY', 'CALCULATED_FACT'],
      );
      assert.deepEqual(fact?.derivation?.inputs, [
        'guidance_revenue_growth_pct.company.fy2027',
        'revenue.consolidated.fy2026',
      ]);
      assert.equal(expected(growth('COMPANY', '-5', null), revenue('200'))?.value, '190');
    });

    it('is as fractions say', () => {
      const percent = fc.integer({ min: -50, max: 150 });
      fc.assert(
        fc.property(percent, percent, fc.bigInt({ min: 1n, max: 10n ** 14n }), (low, high, before) => {
          const fact = expected(growth('COMPANY', String(low), String(high)), revenue(String(before)));
          // before × (100 + growth) / 100
          assert.ok(isFraction(fact?.value ?? null, before * BigInt(100 + low), 100n));
          assert.ok(isFraction(fact?.value_high ?? null, before * BigInt(100 + high), 100n));
        }),
        { numRuns: 40 },
      );
    });

    it('is nothing without revenue of that year, from nothing, or by another’s word', () => {
      assert.equal(expected(growth('COMPANY', '14', '16')), null);
      assert.equal(expected(growth('COMPANY', '14', '16'), revenue('0')), null);
      assert.equal(expected(growth('AGGREGATOR', '14', '16'), revenue('100')), null);
    });

    it('does not stand beside revenue that the company names itself', () => {
      const named = packetOf('COMPANY', [
        said('guidance_revenue', '12500', indian('FY2027'), { scope: 'company' }),
      ]);
      assert.equal(expected(named, growth('COMPANY', '14', '16'), revenue('10000'))?.value, '12500');
    });
  });
});
