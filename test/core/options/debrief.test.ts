import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  attributionOf,
  debriefOf,
  expectationOf,
  narrativeOf,
  type Peer,
  regimeCorrect,
  rejectedDeltaOf,
  statesOf,
  verdictOutcome,
} from '../../../core/options/journal/index.ts';
import { type ClosedTrade, unitsOf } from '../../../core/options/records/index.ts';
import { Decimal } from '../../../core/platform/index.ts';
import { closedTrade, PUT } from '../../support/options-world.ts';
import { sampled } from '../../support/soak.ts';

/** Sold 75 at 100 and bought back at 60 two days later: 3,000.00, costs 50.00. */
const trade = (more: Partial<ClosedTrade> = {}): ClosedTrade =>
  ({
    ...closedTrade('t', '2026-05-20T04:00:00Z', { exit: 60 }),
    opened_at: '2026-05-18T04:00:00Z',
    entry_spot: 24_790.5,
    exit_spot: 24_835.2,
    entry_iv: 13.2,
    exit_iv: 12.6,
    mfe: 3_900,
    mae: -850,
    max_loss: 18_000,
    margin_used: 62_000,
    slippage_entry: 22.5,
    slippage_exit: 15,
    theta: 610,
    vega: -420,
    delta: 11.5,
    regime: { name: 'RANGE_LOW_VOL' },
    rejected_strategies: [{ strategy: 'short_strangle', reason: 'margin above limit', score: 0.41 }],
    ai_verdict: 'BULLISH',
    ...more,
  }) as unknown as ClosedTrade;
const GROSS = 30_000_000;
const near = (actual: number | null, expected: number) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)),
    `${actual}`,
  );

describe('attribution of a result', () => {
  it('portfolio/Trade journal row: theta, vega and spot of the gross result, and the rest', () => {
    const { theta, vega, spot, rest, reasons } = attributionOf(trade(), GROSS);
    // 610 × 2 days; −420 × (12.6 − 13.2); 11.5 × (24,835.20 − 24,790.50 = 44.70); 3,000 − 1,220 − 252 − 514.05
    assert.deepEqual([theta, vega, spot, rest, reasons], [1_220, 252, 514.05, 1_013.95, {}]);
  });

  it('a part that lacks a figure is null with the reason, and goes into the rest', () => {
    const { theta, vega, spot, rest, reasons } = attributionOf(
      trade({ theta: null, exit_spot: null }),
      GROSS,
    );
    // 3,000 − 252
    assert.deepEqual([theta, vega, spot, rest], [null, 252, null, 2_748]);
    assert.deepEqual(reasons, {
      theta: 'Not reported: theta at the entry.',
      spot: 'Not reported: spot price at the exit.',
    });
  });

  it('without a gross result there is no rest, and what is too large for rupees is no part', () => {
    const { rest, theta, reasons } = attributionOf(trade({ theta: 1e300 }), null);
    assert.deepEqual([rest, theta], [null, null]);
    assert.match(`${reasons.theta} ${reasons.rest}`, /too large.*gross result is unknown/);
  });

  it('the parts add up to the gross result exactly, and agree with a second calculation in decimals', () => {
    const figure = fc.option(fc.double({ min: -5_000, max: 5_000, noNaN: true }), { freq: 4 });
    const price = fc.option(
      fc.integer({ min: 1, max: 600_000_000 }).map((units) => units / 10_000),
      { freq: 6 },
    );
    const given = fc.record({
      theta: figure,
      vega: figure,
      delta: figure,
      entry_iv: fc.option(fc.double({ min: 0, max: 200, noNaN: true })),
      exit_iv: fc.option(fc.double({ min: 0, max: 200, noNaN: true })),
      entry_spot: price,
      exit_spot: price,
      minutes: fc.integer({ min: 0, max: 90 * 1_440 }),
      gross: fc.integer({ min: -1e13, max: 1e13 }),
    });
    fc.assert(
      fc.property(given, ({ minutes, gross, ...more }) => {
        const opened = Date.parse('2026-05-20T04:00:00Z') - minutes * 60_000;
        const parts = attributionOf(trade({ ...more, opened_at: new Date(opened).toISOString() }), gross);
        const { theta, vega, spot, rest } = parts;
        const units = [theta, vega, spot, rest].map((part) => unitsOf(part ?? 0));
        assert.equal(
          units.reduce((sum, one) => sum + one, 0),
          gross,
        );
        const slow = (greek: number | null, change: Decimal | null) =>
          greek === null || change === null ? null : new Decimal(greek).times(change).toNumber();
        const difference = (from: number | null, to: number | null) =>
          from === null || to === null ? null : new Decimal(to).minus(from);
        // A volatility of 0 is none.
        const volatility = (given: number | null) => (given === 0 ? null : given);
        const expected = [
          slow(more.theta, new Decimal(minutes).div(1_440)),
          slow(more.vega, difference(volatility(more.entry_iv), volatility(more.exit_iv))),
          slow(more.delta, difference(more.entry_spot, more.exit_spot)),
        ];
        for (const [nr, part] of [theta, vega, spot].entries()) {
          const other = expected[nr] ?? null;
          if (other === null) assert.equal(part, null);
          else
            assert.ok(
              part !== null && Math.abs(part - other) <= 0.0001 + 1e-9 * Math.abs(other),
              `${part} ${other}`,
            );
        }
      }),
      { numRuns: sampled(200, 20_000) },
    );
  });
});

describe('debrief of a trade', () => {
  it('portfolio/Trade journal row: what was planned and what happened, from the figures', () => {
    const { figures, root_cause, regime_correct, exit_timing, verdict_outcome, confidence, reasons } =
      debriefOf(trade());
    assert.deepEqual([figures.gross, figures.costs, figures.net, figures.days_held], [3_000, 50, 2_950, 2]);
    // 50 / 3,000; 3,000 / 3,900; 850 / 18,000; 22.50 + 15.00; 2,950 / 62,000
    near(figures.costs_pct_of_gross, 5 / 3);
    near(figures.mfe_capture_pct, 1_000 / 13);
    near(figures.heat_pct_of_max_loss, 85 / 18);
    assert.equal(figures.slippage, 37.5);
    near(figures.return_on_margin_pct, 295 / 62);
    // Of 1,220, 252, 514.05 and a rest of 1,013.95 time is the most.
    assert.deepEqual(
      [root_cause, regime_correct, exit_timing, verdict_outcome, confidence, reasons],
      ['TIME_DECAY', true, 'FAIR', 'RIGHT', 1, {}],
    );
  });

  it('what is unknown is null with a reason, and confidence is the share that is known', () => {
    const bare = trade({
      legs: [{ ...PUT, entry_price: 100, exit_price: null }],
      costs: null,
      mfe: null,
      mae: null,
      theta: null,
      vega: null,
      delta: null,
      regime: null,
      ai_verdict: null,
      margin_used: null,
      slippage_exit: null,
    } as never);
    const { figures, confidence, reasons, ...debrief } = debriefOf(bare);
    const { days_held, ...unknown } = figures;
    assert.equal(days_held, 2);
    for (const [name, value] of Object.entries({ ...unknown, ...debrief, attribution: null })) {
      assert.equal(value, null, name);
      if (name !== 'attribution') assert.ok((reasons as Record<string, string>)[name], name);
    }
    assert.equal(reasons.net, `${PUT.symbol} has no exit price. The costs were not reported.`);
    // 9 figures, 3 parts and 4 judgements: of these 16 the days are known.
    assert.equal(confidence, 0.06);
  });

  it('exit timing by the share of the best point that was kept, or of the worst that was not', () => {
    const timing = (exit: number, mfe: number, mae: number) =>
      debriefOf(trade({ legs: [{ ...PUT, entry_price: 100, exit_price: exit }], mfe, mae } as never))
        .exit_timing;
    // (100 − 60) × 75 = 3,000 of 3,750 is 80 %, of 3,751 less; 1,500 of 3,000 is 50 %
    assert.equal(timing(60, 3_750, -10), 'NEAR_BEST');
    assert.equal(timing(60, 3_751, -10), 'FAIR');
    assert.equal(timing(80, 3_000, -10), 'FAIR');
    assert.equal(timing(80, 3_001, -10), 'GAVE_BACK');
    assert.equal(timing(120, 500, -2_000), 'TURNED_TO_LOSS');
    // −1,500 of −1,875 is 80 %
    assert.equal(timing(120, 0, -1_875), 'NEAR_WORST');
    assert.equal(timing(120, 0, -1_876), 'RECOVERED');
  });

  it('the cause of a loss is its largest loss, and a gain that costs ate up was lost to them', () => {
    // (100 − 140) × 75 = −3,000.00, of which spot is −11.5 × 300 = −3,450.00 and the rest −1,022.00
    const loss = trade({
      legs: [{ ...PUT, entry_price: 100, exit_price: 140 }],
      delta: -11.5,
      exit_spot: 25_090.5,
    } as never);
    assert.equal(debriefOf(loss).root_cause, 'DIRECTION');
    assert.equal(debriefOf(trade({ costs: { brokerage: 3_000 } } as never)).root_cause, 'COSTS');
    assert.equal(debriefOf(trade({ theta: null, vega: null, delta: null })).root_cause, null);
  });

  it('a regime and a verdict are judged by where the spot price went', () => {
    assert.deepEqual(
      ['RANGE_LOW_VOL', 'trend up', 'Bear-market', 'SIDEWAYS', 'UPPER', 'UP_OR_DOWN', ''].map(expectationOf),
      ['RANGE', 'UP', 'DOWN', 'RANGE', null, null, null],
    );
    const moved = (ai_verdict: string, exit_spot: number) =>
      verdictOutcome(trade({ ai_verdict, exit_spot })).value;
    assert.deepEqual(
      [
        moved('BULLISH', 24_790.6),
        moved('BULLISH', 24_790.5),
        moved('BEARISH', 24_790.4),
        moved('BEARISH', 25_000),
      ],
      ['RIGHT', 'WRONG', 'RIGHT', 'WRONG'],
    );
    // One standard deviation of two days: 24,790.50 × 13.2 % × √(2 / 365) = 3,272.346 × 0.07402332 = 242.23
    assert.deepEqual(
      [moved('NEUTRAL', 24_790.5 + 242), moved('NEUTRAL', 24_790.5 - 243)],
      ['RIGHT', 'WRONG'],
    );
    assert.match(regimeCorrect(trade({ entry_iv: null })).reason ?? '', /implied volatility/);
    assert.match(regimeCorrect(trade({ regime: { name: 'CALM' } })).reason ?? '', /no direction/);
  });
});

describe('rejected strategies', () => {
  const peer = (more: Partial<Peer> = {}): Peer => ({
    strategy: 'short_strangle',
    underlying: 'NIFTY',
    mode: 'SHADOW',
    tag: 'p',
    opened_at: '2026-05-18T04:10:00.000Z',
    realised_net_e4: 40_000_000,
    ...more,
  });

  it('portfolio/Trade journal row: the best of those that were traded all the same, less this trade', () => {
    const { delta, best } = rejectedDeltaOf(trade(), 2_950, [
      peer({ tag: 'worse', realised_net_e4: 10_000_000 }),
      peer(),
      peer({ tag: 'late', opened_at: '2026-05-18T04:15:00.001Z', realised_net_e4: 90_000_000 }),
      peer({ tag: 'elsewhere', underlying: 'BANKNIFTY', realised_net_e4: 90_000_000 }),
      peer({ tag: 'other', strategy: 'short_put', realised_net_e4: 90_000_000 }),
    ]);
    // 4,000.00 − 2,950.00
    assert.deepEqual([delta, best?.tag, best?.net], [1_050, 'p', 4_000]);
  });

  it('says why there is no comparison', () => {
    const reason = (given: Partial<ClosedTrade>, net: number | null, peers: Peer[]) =>
      rejectedDeltaOf(trade(given), net, peers).reason;
    assert.match(
      reason({ rejected_strategies: null }, 1, [peer()]) ?? '',
      /No rejected strategy was reported/,
    );
    assert.match(reason({}, 1, []) ?? '', /SHADOW/);
    assert.match(
      reason({}, 1, [peer({ realised_net_e4: null })]) ?? '',
      /of the rejected strategies is unknown/,
    );
    assert.match(reason({}, null, [peer()]) ?? '', /of this trade is unknown/);
  });
});

describe('a trade in words', () => {
  const told = (given: Partial<ClosedTrade>, peers: Peer[] = []) => {
    const one = trade(given);
    const debrief = debriefOf(one);
    return narrativeOf({
      trade: one,
      debrief,
      event_risk_at_entry: 'HIGH',
      rejected: rejectedDeltaOf(one, debrief.figures.net, peers),
    });
  };

  it('portfolio/Trade journal row: the narrative says the figures, and that it comes from them', () => {
    assert.deepEqual(told({}), {
      source: 'FIGURES',
      text: 'short_put on NIFTY made ₹2,950.00 net of ₹50.00 costs, 1.7% of the gross result, after 2 days, closed for profit target. It kept 77% of its best point, ₹3,900.00; at its worst it was ₹850.00 behind, 4.7% of the most it could lose; fills were ₹37.50 worse than expected. Time brought ₹1,220.00, volatility brought ₹252.00, the move of NIFTY brought ₹514.05; ₹1,013.95 is not explained by these. The risk of events at the entry was HIGH; the regime RANGE_LOW_VOL was right; the AI verdict BULLISH was right.',
    });
  });

  it('an unknown result is said to be unknown, never 0', () => {
    const { text } = told({ legs: [{ ...PUT, entry_price: 100, exit_price: null }], costs: null } as never);
    assert.match(
      text,
      /^The result of short_put on NIFTY, after 2 days, closed for profit target, is unknown/,
    );
    assert.doesNotMatch(text, /₹0|null|NaN|undefined/);
  });
});

describe('states of a position', () => {
  it('portfolio/Go-live state machine: reports of one state after the other are one while', () => {
    const at = (minute: number) => `2026-05-18T05:0${minute}:00.000Z`;
    const report = (minute: number, state: string, rupees: number | null) => ({
      at: at(minute),
      state,
      unrealised_gross_e4: rupees === null ? null : rupees * 10_000,
    });
    assert.deepEqual(
      statesOf([
        report(1, 'OPEN', 5),
        report(2, 'OPEN', -7),
        report(3, 'OPEN', null),
        report(4, 'PROFIT_LOCK', 20),
        report(5, 'OPEN', 10),
      ]),
      [
        { state: 'OPEN', from: at(1), to: at(3), reports: 3, unrealised_gross: null, lowest: -7, highest: 5 },
        {
          state: 'PROFIT_LOCK',
          from: at(4),
          to: at(4),
          reports: 1,
          unrealised_gross: 20,
          lowest: 20,
          highest: 20,
        },
        { state: 'OPEN', from: at(5), to: at(5), reports: 1, unrealised_gross: 10, lowest: 10, highest: 10 },
      ],
    );
  });
});
