import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays, daysApart } from '../../../../core/platform/index.ts';
import {
  buildLedger,
  type BuiltLedger,
  DERIVATIONS,
  type Observation,
  OBLIGATIONS,
  metricsOf,
  METRICS,
} from '../../../../core/research/index.ts';
import { indian, KAVFLOW, packetOf, said } from '../../../support/evidence-packets.ts';
import {
  isFraction,
  medianOf,
  QUARTERS_OF,
  reachableParts,
  rupees,
  sumOf,
} from '../../../support/slow-derivations.ts';

const as_of = '2026-09-30T18:00:00.000Z';
const ledgerOf = (
  observations: readonly Observation[],
  more: Partial<Parameters<typeof buildLedger>[0]> = {},
): BuiltLedger =>
  buildLedger({
    subject: KAVFLOW,
    packets: [packetOf('FILING', observations)],
    as_of,
    mode: 'CURRENT',
    ...more,
  });
const value = (ledger: BuiltLedger, id: string) =>
  ledger.facts.find(({ fact_id }) => fact_id === id)?.value ?? null;
const key = (year: number, part: string) => `FY${year}${part === 'FY' ? '' : part}`;

const isKnown = (one: bigint | null | undefined): one is bigint => typeof one === 'bigint';
const paise = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 15n });
const someParts = fc.subarray(Object.keys(QUARTERS_OF));

describe('research/Evidence acquisition rules 7: series', () => {
  it('parts of a year: all that follow from the stated ones, exact, and no others', () => {
    fc.assert(
      fc.property(fc.tuple(paise, paise, paise, paise), someParts, (quarters, known) => {
        const ledger = ledgerOf(
          known.map((part) => said('revenue', rupees(sumOf(quarters, part)), indian(key(2026, part)))),
        );
        const wanted = [...reachableParts(known)].map((part): [string, string] => [
          key(2026, part),
          rupees(sumOf(quarters, part)),
        ]);
        const found = ledger.facts
          .filter(({ metric }) => metric === 'revenue')
          .map((fact): [string, string] => [fact.period.key, fact.value]);
        assert.deepEqual(new Map(found), new Map(wanted));
        assert.equal(found.length, wanted.length);
        assert.deepEqual(ledger.conflicts, []);
        for (const { period, metric } of ledger.facts)
          if (metric === 'revenue') assert.deepEqual([period.start, period.end], indian(period.key));
      }),
    );
  });

  it('twelve months: the last four quarters, by whichever way there is one', () => {
    const years = fc.array(fc.tuple(paise, paise, paise, paise), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(years, fc.integer({ min: 1, max: 4 }), fc.boolean(), (quarters, until, asParts) => {
        const [before = [], now = []]: bigint[][] = quarters;
        // A year, and the next one up to a quarter: as single quarters, or as the year and the part to date of both.
        const part = ['Q1', 'H1', 'M9', 'FY'][until - 1]!;
        const rows = asParts
          ? ([
              [2025, 'FY'],
              [2025, part],
              [2026, part],
            ] as const)
          : [0, 1, 2, 3].flatMap((nr) => [
              [2025, `Q${nr + 1}`] as const,
              ...(nr < until ? [[2026, `Q${nr + 1}`] as const] : []),
            ]);
        const unique = [
          ...new Map(rows.map(([year, one]) => [key(year, one), [year, one] as const])).values(),
        ];
        const ledger = ledgerOf(
          unique.map(([year, one]) =>
            said('revenue', rupees(sumOf(year === 2025 ? before : now, one)), indian(key(year, one))),
          ),
        );
        const all = [...before, ...now.slice(0, until)].slice(-4);
        let sum = 0n;
        for (const one of all) sum += one;
        assert.equal(value(ledger, 'revenue_ttm.consolidated.ttm'), rupees(sum));
        const fact = ledger.facts.find(({ metric }) => metric === 'revenue_ttm');
        assert.equal(fact?.period.end, indian(key(2026, `Q${until}`))[1]);
        assert.equal(
          fact?.period.start,
          indian(key(until === 4 ? 2026 : 2025, `Q${until === 4 ? 1 : until + 1}`))[0],
        );
      }),
    );
  });

  it('twelve months with a hole derive nothing, and say so', () => {
    const ledger = ledgerOf([
      said('revenue', '100', indian('FY2025')),
      said('revenue', '30', indian('FY2026Q1')),
    ]);
    assert.equal(value(ledger, 'revenue_ttm.consolidated.ttm'), null);
    assert.match(ledger.unavailable.find(({ metric }) => metric === 'revenue_ttm')?.reason ?? '', /Neither/);
  });

  it('twelve months rest on filings, although an aggregator knows a later quarter', () => {
    const filings = packetOf('FILING', [said('revenue', '400', indian('FY2026'))]);
    const yahoo = packetOf('AGGREGATOR', [
      said('revenue', '110', indian('FY2027Q1')),
      said('revenue', '90', indian('FY2026Q1')),
    ]);
    const ledger = buildLedger({ subject: KAVFLOW, packets: [filings, yahoo], as_of, mode: 'CURRENT' });
    const fact = ledger.facts.find(({ metric }) => metric === 'revenue_ttm');
    assert.deepEqual([fact?.value, fact?.authority, fact?.is_validated], ['400', 'FILING', true]);
  });

  it('growth over a year, and growth a year: as fractions, and none from nothing or from a loss', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(positive, paise), { minLength: 2, maxLength: 6 }), (series) => {
        const first = 2026 - series.length + 1;
        const ledger = ledgerOf(
          series.flatMap((one, nr) => [
            said('revenue', rupees(one), indian(`FY${first + nr}`)),
            said('net_income', rupees(one), indian(`FY${first + nr}`)),
          ]),
        );
        for (const [nr, now] of series.entries()) {
          const before = nr === 0 ? null : series[nr - 1]!;
          const found = value(ledger, `revenue_growth_pct.consolidated.fy${first + nr}`);
          if (before === null || before <= 0n) assert.equal(found, null);
          else
            assert.ok(
              Math.abs(Number(found) - Number(((now - before) * 10n ** 14n) / before) / 10 ** 12) <=
                1e-9 * (1 + Math.abs(Number(found))),
            );
        }
        for (const horizon of [4, 5]) {
          const id = `fy${2026 - horizon + 1}-fy2026`;
          const [start, end] = [series[series.length - horizon], series.at(-1)!];
          for (const metric of ['revenue_cagr_pct', 'net_income_cagr_pct'] as const) {
            const found = value(ledger, `${metric}.consolidated.${id}`);
            if (start === undefined || start <= 0n || end <= 0n) {
              assert.equal(found, null);
              continue;
            }
            // Growing the first year by it, year by year, leads to the last one.
            let grown = Number(start);
            for (let step = 1; step < horizon; step += 1) grown *= 1 + Number(found) / 100;
            assert.ok(Math.abs(grown / Number(end) - 1) < 1e-6, `${found}`);
          }
        }
      }),
    );
  });

  it('growth a year takes every year between: one that is missing derives nothing', () => {
    const ledger = ledgerOf(
      [2022, 2023, 2025, 2026].map((year) => said('revenue', '100', indian(`FY${year}`))),
    );
    assert.deepEqual(
      ledger.facts.filter(({ metric }) => metric === 'revenue_cagr_pct'),
      [],
    );
  });
});

describe('research/Evidence acquisition rules 7: single', () => {
  it('margin, debt, equity, return, cash and shares: as fractions of what stands in one scope and period', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(paise), { minLength: 9, maxLength: 9 }),
        fc.constantFrom('consolidated' as const, 'standalone' as const),
        (figures, scope) => {
          const [profit, revenue, owners, others, current, later, cash, capex, capital] = figures as (
            | bigint
            | null
          )[];
          const row = (
            metric: Observation['metric'],
            one: bigint | null | undefined,
            days: string | [string, string],
          ) => (one === null || one === undefined ? [] : [said(metric, rupees(one), days, { scope })]);
          const [year, end] = [indian('FY2026'), '2026-03-31'] as const;
          const ledger = ledgerOf([
            ...row('net_income', profit, year),
            ...row('revenue', revenue, year),
            ...row('equity_owners', owners, end),
            ...row('non_controlling_interest', others, end),
            ...row('borrowings_current', current, end),
            ...row('borrowings_noncurrent', later, end),
            ...row('operating_cash_flow', cash, year),
            ...row('capex', capex, year),
            ...row('interest_earned', cash, year),
            ...row('interest_expended', capex, year),
            ...row('paid_up_capital', capital, end),
            said('face_value', '5', end, { scope }),
          ]);
          const of = (metric: string) => value(ledger, `${metric}.${scope}.fy2026`);
          const both = (one: bigint | null | undefined, other: bigint | null | undefined): other is bigint =>
            isKnown(one) && isKnown(other);
          const share = (
            metric: string,
            above: bigint | null,
            below: bigint | null,
            times: bigint,
            allowed: boolean,
          ) => {
            if (above === null || below === null || !allowed) assert.equal(of(metric), null, metric);
            else assert.ok(isFraction(of(metric), above * times, below), `${metric} ${of(metric)}`);
          };
          const equity = both(owners, others) ? owners! + others : null;
          const debt = both(current, later) ? current! + later : null;
          assert.equal(of('total_equity'), equity === null ? null : rupees(equity));
          assert.equal(of('total_debt'), debt === null ? null : rupees(debt));
          assert.equal(of('net_interest_income'), both(cash, capex) ? rupees(cash! - capex) : null);
          assert.equal(of('free_cash_flow'), both(cash, capex) && capex >= 0n ? rupees(cash! - capex) : null);
          share('net_margin_pct', profit!, revenue!, 100n, isKnown(revenue) && revenue > 0n);
          share(
            'debt_to_equity',
            debt,
            equity,
            1n,
            debt !== null && equity !== null && debt >= 0n && equity > 0n,
          );
          share('return_on_equity_pct', profit!, equity, 100n, equity !== null && equity > 0n);
          share('shares_outstanding', capital!, 500n, 1n, isKnown(capital) && capital > 0n);
          const elsewhere = scope === 'consolidated' ? 'standalone' : 'consolidated';
          assert.equal(
            ledger.facts.some((fact) => fact.scope === elsewhere),
            false,
          );
        },
      ),
    );
  });

  it('standalone and consolidated never meet in one derivation', () => {
    const ledger = ledgerOf([
      said('net_income', '10', indian('FY2026'), { scope: 'standalone' }),
      said('revenue', '100', indian('FY2026')),
      said('revenue', '20', indian('FY2026Q1'), { scope: 'standalone' }),
    ]);
    assert.deepEqual(
      ledger.facts.filter(({ label }) => label === 'CALCULATED_FACT').map(({ fact_id }) => fact_id),
      ['net_income_ttm.standalone.ttm', 'revenue_ttm.consolidated.ttm'],
    );
  });

  it('price ratios and segments: as fractions, and the inverse of a yield', () => {
    const small = fc.bigInt({ min: 1n, max: 10n ** 7n });
    fc.assert(
      fc.property(
        small,
        positive,
        small,
        positive,
        fc.bigInt({ min: 1n, max: 99n }),
        (close, profit, shares, equity, part) => {
          const market = packetOf('OFFICIAL', [
            said('close', rupees(close), '2026-09-30', { scope: 'market' }),
          ]);
          const filing = packetOf('FILING', [
            said('net_income', rupees(profit), indian('FY2026')),
            said('revenue', '100', indian('FY2026')),
            said('segment_revenue', `${part}`, indian('FY2026'), { scope: 'segment', scope_detail: 'Pumps' }),
            said('shares_outstanding', `${shares}`, '2026-03-31'),
            said('equity_owners', rupees(equity), '2026-03-31'),
          ]);
          const ledger = buildLedger({ subject: KAVFLOW, packets: [market, filing], as_of, mode: 'CURRENT' });
          assert.equal(value(ledger, 'market_cap.market.latest'), rupees(close * shares));
          assert.ok(isFraction(value(ledger, 'eps_ttm.consolidated.ttm'), profit, shares * 100n));
          assert.ok(isFraction(value(ledger, 'pe_ttm.market.latest'), close * shares, profit));
          assert.ok(isFraction(value(ledger, 'pb_ratio.market.latest'), close * shares, equity));
          assert.equal(value(ledger, 'segment_revenue_share_pct.segment-pumps.fy2026'), `${part}`);
          // As strong as the weakest: prices are official, and no filing.
          assert.equal(ledger.facts.find(({ metric }) => metric === 'pe_ttm')?.authority, 'OFFICIAL');
          const yields = packetOf('OFFICIAL', [
            said('earnings_yield', rupees(close), '2026-09-30', { scope: 'market' }),
            said('book_to_price', rupees(close), '2026-09-30', { scope: 'market' }),
          ]);
          const inverse = buildLedger({ subject: KAVFLOW, packets: [yields], as_of, mode: 'CURRENT' });
          assert.ok(isFraction(value(inverse, 'pe_ttm.market.latest'), 10_000n, close));
          assert.ok(isFraction(value(inverse, 'pb_ratio.market.latest'), 100n, close));
        },
      ),
    );
  });

  it('a loss has no P/E, a yield of nothing no ratio, and no dividends known is no sum', () => {
    const market = packetOf('OFFICIAL', [
      said('close', '100', '2026-09-30', { scope: 'market' }),
      said('book_to_price', '0', '2026-09-30', { scope: 'market' }),
    ]);
    const filing = packetOf('FILING', [
      said('net_income', '-5', indian('FY2026')),
      said('shares_outstanding', '10', '2026-03-31'),
    ]);
    const ledger = buildLedger({ subject: KAVFLOW, packets: [market, filing], as_of, mode: 'CURRENT' });
    for (const metric of ['pe_ttm', 'pb_ratio', 'dividends_per_share_1y'])
      assert.equal(
        ledger.facts.some((fact) => fact.metric === metric),
        false,
        metric,
      );
    assert.match(ledger.unavailable.find(({ metric }) => metric === 'pe_ttm')?.reason ?? '', /loss/);
  });

  it('dividends of a year on the shares of today, whatever was split when', () => {
    const day = fc.integer({ min: 0, max: 800 }).map((back) => addDays('2026-09-30', -back));
    const dividends = fc.uniqueArray(fc.tuple(day, fc.integer({ min: 1, max: 5000 })), {
      maxLength: 6,
      selector: ([on]) => on,
    });
    const splits = fc.uniqueArray(fc.tuple(day, fc.constantFrom(2, 5, 10)), {
      maxLength: 2,
      selector: ([on]) => on.slice(0, 7),
    });
    fc.assert(
      fc.property(dividends, splits, (paid, split) => {
        if (split.length === 2 && daysApart(split[0]![0], split[1]![0]) < 10) return;
        const actions = packetOf('REGULATOR', [
          ...paid.map(([on, amount]) =>
            said('dividend_per_share', rupees(BigInt(amount)), on, { scope: 'company' }),
          ),
          ...split.map(([on, ratio]) => said('split_ratio', `${ratio}`, on, { scope: 'company' })),
        ]);
        const ledger = buildLedger({ subject: KAVFLOW, packets: [actions], as_of, mode: 'CURRENT' });
        // In hundredths of a paisa, which all ratios here divide.
        let sum = 0;
        let count = 0;
        for (const [on, amount] of paid) {
          if (on <= '2025-09-30' || on > '2026-09-30') continue;
          let factor = 1;
          for (const [when, ratio] of split) if (when > on) factor *= ratio;
          sum += (amount * 10_000) / factor;
          count += 1;
        }
        const found = value(ledger, 'dividends_per_share_1y.market.latest');
        assert.equal(
          found === null ? null : Math.round(Number(found) * 1e6),
          count === 0 ? null : Math.round(sum),
        );
      }),
    );
  });

  it('shares are never mixed: profit of today over shares of before is turned by the split, or not derived', () => {
    const filing = packetOf(
      'FILING',
      [
        said('net_income', '1000', indian('FY2026')),
        said('shares_outstanding', '100', '2026-03-31'),
        said('eps_basic', '10', indian('FY2026')),
      ],
      { published_at: '2026-05-20T10:00:00Z' },
    );
    const price = packetOf('OFFICIAL', [said('close', '50', '2026-09-30', { scope: 'market' })]);
    const split = (ratio: string | null) =>
      packetOf('REGULATOR', [said('split_ratio', ratio, '2026-07-01', { scope: 'company' })], {
        published_at: '2026-07-01T04:00:00Z',
      });
    const known = buildLedger({
      subject: KAVFLOW,
      packets: [filing, price, split('5')],
      as_of,
      mode: 'CURRENT',
    });
    // 1000 / (100 × 5) = 2; 50 / 2 = 25; 50 × 500
    assert.equal(value(known, 'eps_ttm.consolidated.ttm'), '2');
    assert.equal(value(known, 'pe_ttm.market.latest'), '25');
    assert.equal(value(known, 'market_cap.market.latest'), '25000');
    // Another source that tells the same split a day later, or with the bonus in it, does not make it two.
    const yahoo = (day: string, ratio: string) =>
      packetOf('AGGREGATOR', [said('split_ratio', ratio, day, { scope: 'company' })]);
    for (const packet of [yahoo('2026-07-02', '5'), yahoo('2026-07-01', '10'), yahoo('2026-06-30', '10')]) {
      const packets = [filing, price, packet, split('5')];
      const twice = buildLedger({ subject: KAVFLOW, packets, as_of, mode: 'CURRENT' });
      assert.equal(value(twice, 'eps_ttm.consolidated.ttm'), '2');
    }
    const unreadable = buildLedger({
      subject: KAVFLOW,
      packets: [filing, price, split(null)],
      as_of,
      mode: 'CURRENT',
    });
    for (const metric of ['eps_ttm', 'pe_ttm', 'market_cap'])
      assert.equal(
        unreadable.facts.some((fact) => fact.metric === metric),
        false,
      );
  });
});

describe('research/Evidence acquisition rules 7: industry', () => {
  it('a median over the peers, one contribution each, with a floor of three', () => {
    const ratios = fc.array(fc.option(fc.integer({ min: -5000, max: 50_000 })), { maxLength: 8 });
    fc.assert(
      fc.property(ratios, (all) => {
        const packet = packetOf('OFFICIAL', [
          ...all.flatMap((one, nr) =>
            (['2026-09-30', '2026-09-29'] as const).map((end) =>
              said('pe_ttm', one === null ? null : rupees(BigInt(end.endsWith('30') ? one : 77)), end, {
                scope: 'peer',
                scope_detail: `PEER${nr}`,
              }),
            ),
          ),
          // The company itself is none of its peers.
          said('pe_ttm', '1', '2026-09-30', { scope: 'peer', scope_detail: 'KAVFLOW' }),
        ]);
        const ledger = buildLedger({ subject: KAVFLOW, packets: [packet], as_of, mode: 'CURRENT' });
        const counted = all.flatMap((one) => (one === null ? [] : one > 0 ? [one] : [77]));
        const found = value(ledger, 'peer_pe_median.peer.latest');
        if (counted.length < 3) assert.equal(found, null);
        else assert.ok(Math.abs(Number(found) * 100 - medianOf(counted)) < 1e-6);
      }),
    );
  });
});

describe('research/Evidence acquisition rules 8: what is derived', () => {
  it('names its inputs, is as strong as the weakest of them, and is never later than it could be known', () => {
    const packets = [
      packetOf('FILING', [said('net_income', '10', indian('FY2026'))], {
        published_at: '2026-05-01T00:00:00.000Z',
      }),
      packetOf('AGGREGATOR', [said('revenue', '100', indian('FY2026'))], {
        published_at: '2026-06-01T00:00:00.000Z',
      }),
    ];
    const fact = buildLedger({ subject: KAVFLOW, packets, as_of, mode: 'CURRENT' }).facts.find(
      ({ metric }) => metric === 'net_margin_pct',
    );
    assert.deepEqual(
      fact && [fact.value, fact.authority, fact.label, fact.is_validated, fact.published_at, fact.derivation],
      [
        '10',
        'AGGREGATOR',
        'CALCULATED_FACT',
        false,
        '2026-06-01T00:00:00.000Z',
        {
          shape: 'single',
          formula: 'profit after tax / revenue',
          inputs: ['net_income.consolidated.fy2026', 'revenue.consolidated.fy2026'],
        },
      ],
    );
  });

  it('every row of the table serves an obligation, and every metric has one definition', () => {
    const shown = new Set<string>(OBLIGATIONS.flatMap(metricsOf));
    const unused = DERIVATIONS.filter(({ metric }) => !shown.has(metric)).map(({ metric }) => metric);
    assert.deepEqual(unused, []);
    for (const { metric } of DERIVATIONS) assert.ok(Object.hasOwn(METRICS, metric));
  });
});
