import assert from 'node:assert/strict';
import { auditedReports } from '../../../../core/assembly/audited-reports.ts';
import { createBooksAudit, IDENTITIES } from '../../../../core/quality/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { enterBooks, PERSON } from './random-person.ts';

/** The services of the product as its audit reads them; those of a core are frozen, so the outer ones are copies. */
type Services = ReturnType<typeof servicesOf>;
const servicesOf = ({ core }: TestCore) => ({
  ...core,
  portfolio: { ...core.portfolio },
  reports: { ...core.reports },
  fx: { ...core.fx },
});

/** A fault in the product: the identities that have the faulty figure on their left, and on their right. */
interface Planted {
  fault: string;
  plant: (services: Services) => Promise<() => void | Promise<unknown>>;
  left?: readonly string[];
  right?: readonly string[];
}

/** A row that is falsified by an amount, and set right again. */
const row =
  (falsify: (by: number) => string): Planted['plant'] =>
  async ({ database }) => {
    await database.systemPool.query(falsify(1));
    return () => database.systemPool.query(falsify(-1));
  };

/** A function of the product whose answer is falsified. Reports that call it get the faulty answer too. */
const answer =
  <Name extends string, Service extends Record<Name, (...args: never[]) => Promise<unknown>>>(
    serviceOf: (services: Services) => Service,
    name: Name,
    falsify: (view: Awaited<ReturnType<Service[Name]>>) => Awaited<ReturnType<Service[Name]>>,
  ): Planted['plant'] =>
  (services) => {
    const service = serviceOf(services);
    const whole = service[name];
    const faulty = async (...args: never[]) =>
      falsify(structuredClone(await whole.apply(service, args)) as Awaited<ReturnType<Service[Name]>>);
    Object.assign(service, { [name]: faulty });
    return Promise.resolve(() => void Object.assign(service, { [name]: whole }));
  };

const LINES = ['NET_WORTH_HISTORY', 'VALUE_OF_SERIES', 'VALUE_OF_CHART'];
/** In the currency of the figure. */
const BY = 1;

const FAULTS: readonly Planted[] = [
  {
    fault: 'a price of the daily line',
    // Five are held: a fifth of a rupee each.
    plant: row(
      (by) => `update portfolio.observed_prices set price = price + ${by / 5} where symbol = 'ALPHA'`,
    ),
    right: LINES,
  },
  {
    fault: 'a recorded debt',
    plant: row((by) => `update portfolio.liability_history set balance = balance + ${by}`),
    right: ['NET_WORTH_HISTORY'],
  },
  {
    fault: 'the units of a holding, all else as they are',
    plant: row((by) => `update portfolio.holdings set quantity = quantity + ${by} where symbol = 'ALPHA'`),
    right: ['UNITS_OF_LOTS'],
  },
  {
    fault: 'a realised gain that is kept',
    plant: row(
      (by) => `update portfolio.positions set realised_fifo = realised_fifo + ${by} where symbol = 'ALPHA'`,
    ),
    left: ['REALISED_OF_YEARS', 'REALISED_OF_TRADES', 'REALISED_OF_SYMBOLS'],
  },
  {
    fault: 'the proceeds of a sale, where the kept gain is right',
    plant: row(
      (by) =>
        `update portfolio.transactions set fee_tax = fee_tax + ${by} where symbol = 'ALPHA' and type = 'SELL' and quantity = 4`,
    ),
    right: ['REALISED_OF_YEARS', 'REALISED_OF_TRADES', 'REALISED_OF_SYMBOLS'],
  },
  {
    fault: 'the units of a purchase, where lots and kept results are right',
    plant: answer(
      ({ portfolio }) => portfolio.facts,
      'read',
      (facts) => ({
        ...facts,
        positions: facts.positions.map((one) => ({
          ...one,
          trades: one.trades === null ? null : { ...one.trades, units: (one.trades.units ?? 0) + BY },
        })),
      }),
    ),
    right: ['UNITS_OF_TRADES'],
  },
  {
    fault: 'the total of the overview, which chat and net worth read too',
    plant: answer(
      ({ portfolio }) => portfolio.dashboard,
      'read',
      (view) => ({
        ...view,
        total: { ...view.total, current_value: (view.total.current_value ?? 0) + BY },
      }),
    ),
    left: [
      'TOTAL_OF_HOLDINGS',
      'TOTAL_OF_PORTFOLIOS',
      'TOTAL_OF_CURRENCIES',
      'NET_WORTH_OF_PARTS',
      'NET_WORTH_HISTORY',
      'VALUE_OF_PERFORMANCE',
      'VALUE_OF_SERIES',
      'VALUE_OF_CHART',
      'VALUE_OF_EXPORT',
      'VALUE_OF_CHAT',
    ],
  },
  {
    fault: 'a portfolio of the overview',
    plant: answer(
      ({ portfolio }) => portfolio.dashboard,
      'read',
      (view) => ({
        ...view,
        portfolios: view.portfolios.map((one) => ({
          ...one,
          current_value: (one.current_value ?? 0) + BY,
        })),
      }),
    ),
    left: ['OVERVIEW_OF_HOLDINGS'],
    right: ['TOTAL_OF_PORTFOLIOS'],
  },
  {
    fault: 'the rate that the overview converts by',
    plant: answer(
      ({ portfolio }) => portfolio.dashboard,
      'read',
      (view) => ({ ...view, fx_rates: view.fx_rates.map((one) => ({ ...one, rate: one.rate + BY })) }),
    ),
    right: ['TOTAL_OF_CURRENCIES'],
  },
  {
    fault: 'the rates by which holdings are added up',
    plant: answer(
      ({ fx }) => fx,
      'newest',
      (rates) => rates.map((one) => ({ ...one, rate: one.rate + BY })),
    ),
    right: [
      'TOTAL_OF_HOLDINGS',
      'PORTFOLIO_OF_HOLDINGS',
      'OVERVIEW_OF_HOLDINGS',
      'GAIN_OF_HOLDINGS',
      'NET_WORTH_OF_PARTS',
      'VALUE_OF_CHAT',
    ],
  },
  {
    fault: 'the value of a holding in the list',
    plant: answer(
      ({ portfolio }) => portfolio.holdings,
      'all',
      (all) => all.map((one) => ({ ...one, market_value: (one.market_value ?? 0) + BY })),
    ),
    left: ['VALUE_OF_HOLDING'],
  },
  {
    fault: 'the price of a holding in the list',
    plant: answer(
      ({ portfolio }) => portfolio.holdings,
      'all',
      (all) => all.map((one) => ({ ...one, current_price: (one.current_price ?? 0) + BY })),
    ),
    right: [
      'TOTAL_OF_HOLDINGS',
      'VALUE_OF_HOLDING',
      'PORTFOLIO_OF_HOLDINGS',
      'OVERVIEW_OF_HOLDINGS',
      'GAIN_OF_HOLDINGS',
      'NET_WORTH_OF_PARTS',
      'VALUE_OF_CHAT',
    ],
  },
  {
    fault: 'the value of portfolios in their list',
    plant: answer(
      ({ portfolio }) => portfolio.portfolios,
      'list',
      (all) => all.map((one) => ({ ...one, current_value: (one.current_value ?? 0) + BY })),
    ),
    left: ['PORTFOLIO_OF_HOLDINGS'],
  },
  {
    fault: 'the gain of the overview',
    plant: answer(
      ({ portfolio }) => portfolio.dashboard,
      'read',
      (view) => ({ ...view, total: { ...view.total, total_profit: (view.total.total_profit ?? 0) + BY } }),
    ),
    left: ['GAIN_OF_HOLDINGS', 'GAIN_OF_ATTRIBUTION'],
  },
  {
    fault: 'the gains that the attribution adds up',
    plant: answer(
      ({ portfolio }) => portfolio.holdingsValuation,
      'read',
      (standing) => ({
        ...standing,
        holdings: standing.holdings.map((one) => ({ ...one, gain: (one.gain ?? 0) + BY })),
      }),
    ),
    right: ['GAIN_OF_ATTRIBUTION'],
  },
  {
    fault: 'the total of the attribution',
    plant: answer(
      ({ reports }) => reports.attribution,
      'read',
      (view) => ({ ...view, total_gain: (view.total_gain ?? 0) + BY }),
    ),
    left: ['GAIN_OF_CONTRIBUTIONS'],
    right: ['GAIN_OF_ATTRIBUTION'],
  },
  {
    fault: 'a contribution',
    plant: answer(
      ({ reports }) => reports.attribution,
      'read',
      (view) => ({ ...view, holdings: view.holdings.slice(1) }),
    ),
    right: ['GAIN_OF_CONTRIBUTIONS'],
  },
  {
    fault: 'the lots that are left',
    plant: answer(
      ({ reports }) => reports.tax,
      'read',
      (view) => ({
        ...view,
        remaining_lots: view.remaining_lots.map((one) => ({ ...one, quantity: one.quantity + BY })),
      }),
    ),
    left: ['UNITS_OF_LOTS', 'UNITS_OF_TRADES'],
  },
  {
    fault: 'the gains of a tax report',
    plant: answer(
      ({ reports }) => reports.tax,
      'read',
      (view) => ({ ...view, lots: view.lots.map((one) => ({ ...one, gain: (one.gain ?? 0) + BY })) }),
    ),
    left: ['REALISED_OF_REPORTS'],
  },
  {
    fault: 'the sales of a year',
    plant: answer(
      ({ reports }) => reports,
      'realised',
      (sales) => sales.slice(1),
    ),
    right: ['REALISED_OF_YEARS', 'REALISED_OF_REPORTS', 'REALISED_OF_SYMBOLS'],
  },
  {
    fault: 'the value that a report measures',
    plant: answer(
      ({ portfolio }) => portfolio.snapshots,
      'current',
      (now) => ({ ...now, current_value: (now.current_value ?? 0) + BY }),
    ),
    right: ['VALUE_OF_PERFORMANCE', 'VALUE_OF_EXPORT'],
  },
];

describe('faults that are planted in the product', () => {
  let world: TestCore;
  let services: Services;
  let run: () => ReturnType<ReturnType<typeof createBooksAudit>['run']>;
  const coreAnew = sharedCore({ at: '2026-03-10T12:00:00.000Z' });
  before(async () => {
    world = await coreAnew();
    await enterBooks(world, PERSON);
    services = servicesOf(world);
    const { owner } = world;
    const audit = createBooksAudit(services, { ...services, reports: auditedReports(services) });
    run = () => audit.run(owner);
  });

  /** The identities that differ, with what is kept in memory given up. */
  async function differing(): Promise<string[]> {
    const { core, owner } = world;
    // A falsified row raises no revision, and kept replays are of the positions as they were written.
    await core.database.systemPool.query('update portfolio.positions set calculated_at = calculated_at');
    await core.database.change(owner, ['ledger', 'prices', 'snapshots', 'liabilities'], () =>
      Promise.resolve(true),
    );
    const { identities } = await run();
    return identities.filter(({ state }) => state === 'DIFFERS').map(({ code }) => code);
  }

  it('a fault is planted on each side of every identity', () => {
    for (const side of ['left', 'right'] as const)
      assert.deepEqual(
        IDENTITIES.map(({ code }) => code).filter((code) => !FAULTS.some((one) => one[side]?.includes(code))),
        [],
        side,
      );
  });

  it('each planted fault is found by the identities of its figure alone, and by none once it is mended', async () => {
    const codes = IDENTITIES.map(({ code }) => code);
    for (const { fault, plant, left = [], right = [] } of FAULTS) {
      const mend = await plant(services);
      const seenBy = new Set([...left, ...right]);
      assert.deepEqual(
        await differing(),
        codes.filter((code) => seenBy.has(code)),
        fault,
      );
      await mend();
    }
    assert.deepEqual(await differing(), []);
  });
});
