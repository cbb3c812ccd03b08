import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Fixed, fixedToNumber, parseAmount, parseFixed } from '../../../../core/platform/fixed-point.ts';
import {
  FIRST_PERFORMANCE,
  nextPerformance,
  type Performance,
  PolicyLedger,
  PolicyMarket,
  runSession,
  sessionMarks,
  taxFacts,
  valuationOf,
} from '../../../../core/strategies/engine/index.ts';
import { near } from '../../../support/near.ts';
import { NOTHING_CHARGED } from '../../../support/planned-market.ts';
import { calendar, panelOf, randomPanel, sessions } from '../../../support/price-panel.ts';
import { sampled } from '../../../support/soak.ts';
import { someConfig } from '../../../support/strategy-config.ts';

const fixed = (value: number): Fixed => parseFixed(String(value));
const figures = ({ gross, netOfCosts, netOfTax, peak, drawdownPct }: Performance) => ({
  gross,
  netOfCosts,
  netOfTax,
  peak,
  drawdownPct,
});

describe('the indices of a policy', () => {
  it('portfolio/policy_equity: a contribution on any day moves no index and resets no drawdown', () => {
    const [from, to] = ['2022-03-01', '2023-06-30'];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 839 }),
        fc.array(
          fc.record({ in: fc.integer({ min: 1, max: 40 }), rupees: fc.integer({ min: 1, max: 5_000_000 }) }),
          {
            minLength: 5,
            maxLength: 15,
          },
        ),
        (seed, nr, contributions) => {
          const panel = randomPanel({ seed, shares: 16, from: '2022-01-03', to });
          const config = someConfig(nr);
          const marks = sessionMarks(calendar, panel.days, config.rebalance);
          const market = new PolicyMarket(panel);
          let at = panel.days.findIndex((day) => day >= from);
          const facts = taxFacts(market, () => at);
          const ledger = new PolicyLedger(facts);
          let performance = FIRST_PERFORMANCE;
          const waiting = [...contributions];
          let next = at;
          for (let isFirst = true; at < panel.days.length; at += 1, isFirst = false) {
            // On a day of trades other orders follow from the money. A daily policy leaves every third day out.
            const isRebalance = marks.rebalance[at] === 1 && at % 3 > 0;
            const comes = isFirst || (at >= next && !isRebalance);
            const rupees = isFirst ? 1_000_000 : comes ? waiting.shift()?.rupees : undefined;
            const task = { at, isRebalance, isYearEnd: marks.yearEnd[at] === 1 };
            if (rupees === undefined) {
              performance = nextPerformance(performance, runSession(market, ledger, config, task));
              continue;
            }
            next = at + (waiting[0]?.in ?? 1000);
            const without = isFirst
              ? null
              : nextPerformance(
                  performance,
                  runSession(market, new PolicyLedger(facts, ledger.state()), config, task),
                );
            const before = ledger.units;
            const deposit = parseAmount(String(rupees));
            // What comes by a schedule, and what a policy begins with.
            const money = isFirst
              ? { deposit }
              : { contributions: [{ amount: deposit, allocationMode: 'next_rebalance' as const }] };
            const session = runSession(market, ledger, config, { ...task, ...money });
            performance = nextPerformance(performance, session);
            if (without === null) continue;
            const { gross, netOfCosts, ...netOfTax } = figures(without);
            // Tax that is paid that day comes out of all units, the new ones too: it lowers the other two NAVs by less.
            const unmoved = task.isYearEnd ? netOfTax : { gross, netOfCosts, ...netOfTax };
            for (const [what, value] of Object.entries(unmoved))
              near(figures(performance)[what as keyof ReturnType<typeof figures>], value, 1e-7);
            // Policy rules 11: at the NAV net of tax right before it.
            const nav = session.flow?.before.navNetOfTax ?? 0n;
            near(fixedToNumber(ledger.units - before), rupees / fixedToNumber(nav), 1e-6);
            near(fixedToNumber(session.flow?.after.navNetOfTax ?? 0n), fixedToNumber(nav), 1e-7);
          }
          assert.ok(contributions.length - waiting.length >= 3);
        },
      ),
      { numRuns: sampled(10, 400) },
    );
  });

  const navs = (net: number, costs = net, gross = costs) => ({
    navGross: fixed(gross),
    navNetOfCosts: fixed(costs),
    navNetOfTax: fixed(net),
  });
  type Valued = Parameters<typeof nextPerformance>[1]['valuation'];
  const valued = (net: number, assets = 1) => ({ ...navs(net), assets: BigInt(assets) }) as unknown as Valued;

  it('compounds from 10 day by day, and the drawdown is measured from the highest index so far', () => {
    let performance = FIRST_PERFORMANCE;
    const days: [number, number][] = [];
    for (const nav of [10.5, 8.4, 12, 9]) {
      performance = nextPerformance(performance, { flow: null, valuation: valued(nav) });
      days.push([performance.netOfTax, performance.drawdownPct]);
    }
    const expected = [
      [10.5, 0],
      [8.4, 20],
      [12, 0],
      [9, 25],
    ];
    for (const [at, [index, fall]] of expected.entries()) {
      near(days[at]?.[0] ?? 0, index ?? 0, 1e-12);
      near(days[at]?.[1] ?? 0, fall ?? 0, 1e-12);
    }
  });

  it('portfolio/policy_equity: the level right before a contribution is no peak, since no session ended on it', () => {
    // The NAV stands at 11 when money comes in, and at 10.9 after the charges of the day's trades.
    const flow = { before: valued(11), after: valued(11) };
    const performance = nextPerformance(FIRST_PERFORMANCE, { flow, valuation: valued(10.9) });
    near(performance.netOfTax, 10.9, 1e-12);
    near(performance.peak, 10.9, 1e-12);
    assert.equal(performance.drawdownPct, 0);
  });

  it('where the NAVs differ after a contribution, since costs and tax are shared by more units, no index moves', () => {
    const flow = {
      before: { ...valued(9), ...navs(9, 10, 12) },
      after: { ...valued(9), ...navs(9, 9.5, 10.5) },
    };
    const valuation = { ...valued(9), ...navs(9, 9.5, 10.5) };
    const performance = nextPerformance(FIRST_PERFORMANCE, { flow, valuation });
    const { gross, netOfCosts, netOfTax } = performance;
    for (const [own, expected] of [
      [gross, 12],
      [netOfCosts, 10],
      [netOfTax, 9],
    ] as const)
      near(own, expected, 1e-12);
  });
});

describe('portfolio/Policy rules 11: the NAVs of a policy, by hand', () => {
  const days = sessions('2023-03-01', '2023-03-31');
  const market = new PolicyMarket(panelOf(days, { ABC: days.map(() => 14) }));
  const ledger = new PolicyLedger(taxFacts(market, () => days.length - 1));
  const nav = () => {
    const { navGross, navNetOfCosts, navNetOfTax } = valuationOf(ledger, '2023-03-31');
    return [navGross, navNetOfCosts, navNetOfTax].map(fixedToNumber);
  };
  const abc = { security: 0, price: fixed(14) };

  it('gross adds the costs back, net of tax takes off what is accrued and not paid', () => {
    ledger.tax.enter('2023-03-01');
    assert.equal(fixedToNumber(ledger.deposit(parseAmount('1000'))), 100);
    assert.deepEqual(nav(), [10, 10, 10]);
    // 50 at 10, of which STT of 5 may not be deducted; then the close is 14.
    const charges = { ...NOTHING_CHARGED, stt: parseAmount('5'), total: parseAmount('5') };
    ledger.buy(0, '2023-03-01', fixed(50), fixed(10), charges, fixed(14));
    assert.deepEqual(nav(), [12, 11.95, 11.95]);
    // Half is sold: 15 % of 25 × 4 are accrued.
    const { tax } = ledger.sell({ ...abc, quantity: fixed(25), charges: NOTHING_CHARGED }, '2023-03-31');
    assert.equal(tax, parseAmount('15'));
    assert.deepEqual(nav(), [12, 11.95, 11.8]);
  });

  it('units are issued at the NAV net of tax before the money comes', () => {
    // 1,195 less 15 for 100 units; 590 buy 50 at 11.80. Then 1,785 belong to 150 units, and 5 of costs and 15 of tax.
    assert.equal(fixedToNumber(ledger.deposit(parseAmount('590'))), 50);
    const [gross, costs, net] = nav();
    near(gross ?? 0, 1790 / 150, 1e-9);
    near(costs ?? 0, 11.9, 1e-9);
    near(net ?? 0, 11.8, 1e-9);
  });

  it('tax that is paid at the end of the year leaves the NAV net of tax as it was, and the others fall by it', () => {
    assert.equal(ledger.payTax(), parseAmount('15'));
    const [gross, costs, net] = nav();
    near(gross ?? 0, 1775 / 150, 1e-9);
    near(costs ?? 0, 11.8, 1e-9);
    near(net ?? 0, 11.8, 1e-9);
    assert.equal(ledger.payTax(), 0n);
  });
});
