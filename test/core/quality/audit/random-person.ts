import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };
/** The day of the audit, and a session well before it. */
const TODAY = '2026-03-10';
const RATE_DAY = '2026-03-09';
const RATES = { USD: 86.4321, EUR: 93.127 } as const;
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA', 'DELTA'] as const;
const DAYS = [
  '2023-02-03',
  '2023-06-01',
  '2023-11-15',
  '2024-04-01',
  '2024-04-01',
  '2024-12-09',
  '2025-03-31',
  '2025-04-01',
  '2026-01-05',
];

export interface RandomTrade {
  portfolio: string;
  symbol: string;
  currency: string;
  date: string;
  type: 'BUY' | 'SELL' | 'DIVIDEND' | 'SPLIT';
  quantity: number;
  price: number;
  fee: number;
}

/** A person's books: trades of several accounts and currencies, a demerger, prices of some holdings, holdings by hand, debts. */
export interface RandomPerson {
  trades: RandomTrade[];
  prices: Record<string, number | null>;
  demerger: { cost_pct: number; new_shares: number; old_shares: number } | null;
  /** Units and price of holdings without transactions, by account. */
  byHand: { account: (typeof ACCOUNTS)[number]; quantity: number; price: number }[];
  /** Units that a holding of the ledger is changed to by hand. */
  edited: number | null;
  debts: { balance: number; currency: string }[];
  isRecorded: boolean;
}

const ACCOUNTS = [
  ['Zerodha', 'INR'],
  ['Groww', 'INR'],
  ['Schwab', 'USD'],
  ['Degiro', 'EUR'],
] as const;

const cents = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((n) => n / 100);

/** Sales may exceed what is held, and a split may come before a purchase: the ledger says what is unmatched. */
const trade: fc.Arbitrary<RandomTrade> = fc
  .record({
    account: fc.constantFrom(...ACCOUNTS),
    symbol: fc.constantFrom(...SYMBOLS),
    date: fc.constantFrom(...DAYS),
    kind: fc.constantFrom('BUY', 'BUY', 'BUY', 'SELL', 'SELL', 'DIVIDEND', 'SPLIT', 'BONUS'),
    quantity: fc.oneof(fc.integer({ min: 1, max: 300 }), cents(0.01, 20)),
    ratio: fc.constantFrom(2, 3, 5, 0.5),
    price: cents(0.05, 4000),
    fee: cents(0, 25),
  })
  .map(({ account: [portfolio, currency], symbol, date, kind, quantity, ratio, price, fee }) => ({
    portfolio,
    symbol,
    currency,
    date,
    type: kind === 'BONUS' ? 'BUY' : (kind as RandomTrade['type']),
    quantity: kind === 'SPLIT' ? ratio : quantity,
    price: kind === 'BONUS' || kind === 'SPLIT' ? 0 : price,
    fee: kind === 'SPLIT' ? 0 : fee,
  }));

export const randomPerson: fc.Arbitrary<RandomPerson> = fc.record({
  trades: fc.array(trade, { minLength: 3, maxLength: 40 }),
  prices: fc.record(
    Object.fromEntries(SYMBOLS.map((symbol) => [symbol, fc.option(cents(0.05, 5000), { freq: 5 })])),
  ) as fc.Arbitrary<RandomPerson['prices']>,
  demerger: fc.option(
    fc.record({
      cost_pct: cents(1, 60),
      new_shares: fc.constantFrom(1, 2),
      old_shares: fc.constantFrom(1, 4),
    }),
  ),
  byHand: fc.uniqueArray(
    fc.record({ account: fc.constantFrom(...ACCOUNTS), quantity: cents(0.01, 50), price: cents(0.05, 900) }),
    { maxLength: 2, selector: ({ account: [name] }) => name },
  ),
  edited: fc.option(cents(0.01, 400)),
  debts: fc.array(fc.record({ balance: cents(0, 90_000), currency: fc.constantFrom('INR', 'USD', 'EUR') }), {
    maxLength: 3,
  }),
  isRecorded: fc.boolean(),
});

/** Writes the books as a person would: a file of trades, an action, prices, debts, and an hour that is recorded. */
export async function enterBooks({ core, owner, clock }: TestCore, person: RandomPerson): Promise<void> {
  const { portfolio, liabilities } = core;
  await core.database.asSystem('rates for a test', async (trx) => {
    await trx('market.fx_rates')
      .insert(
        Object.entries(RATES).flatMap(([base, rate]) =>
          [...new Set([...DAYS, RATE_DAY])].map((day) => ({
            base,
            quote: 'INR',
            day,
            rate,
            source: 'TEST',
            as_of: new Date(`${day}T20:00:00.000Z`),
          })),
        ),
      )
      .onConflict()
      .ignore();
  });
  const lines = person.trades.map((one) =>
    [
      one.portfolio,
      one.symbol,
      one.date,
      one.type,
      one.quantity,
      one.price,
      one.fee,
      one.currency,
      classOf(one),
    ].join(','),
  );
  const header = 'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,Asset_Class\n';
  const { import_id } = await portfolio.imports.stage(
    owner,
    Readable.from([Buffer.from(header + lines.join('\n'))]),
  );
  await portfolio.imports.commit(owner, { import_id }, by);
  for (const one of await portfolio.portfolios.list(owner)) {
    const own = ACCOUNTS.find(([name]) => name === one.name)?.[1];
    if (own !== undefined && own !== 'INR')
      await portfolio.portfolios.update(owner, one.id, { base_currency: own }, by);
  }
  const parent = person.trades.find(({ currency, type }) => currency === 'INR' && type === 'BUY');
  if (person.demerger !== null && parent !== undefined)
    await core.corporateActions.create(
      owner,
      {
        portfolio: parent.portfolio,
        symbol: parent.symbol,
        kind: 'DEMERGER',
        ex_date: '2025-07-01',
        into_symbol: 'CHILD',
        ...person.demerger,
      },
      by,
    );
  for (const { account, quantity, price } of person.byHand)
    await portfolio.holdings.create(
      owner,
      {
        portfolio: account[0],
        symbol: 'HAND',
        asset_class: classOf({ currency: account[1] }),
        currency: account[1],
        quantity,
        avg_buy_price: price,
        current_price: price,
      },
      by,
    );
  const [first] = await portfolio.holdings.all(owner);
  if (person.edited !== null && first !== undefined)
    await portfolio.holdings.update(owner, first.id, { quantity: person.edited }, by);
  const quotes = (await portfolio.quotes.holdings(owner)).flatMap((holding) => {
    const price = person.prices[holding.symbol] ?? null;
    return price === null
      ? []
      : [{ holding, quote: { price, previous_close: null, as_of: TODAY, source: 'TEST' } }];
  });
  await portfolio.quotes.apply(owner, quotes);
  for (const [at, debt] of person.debts.entries())
    await liabilities.create(owner, { name: `Debt ${at}`, type: 'LOAN', ...debt }, by);
  clock.pass(1);
  if (person.isRecorded) await portfolio.snapshots.take(owner);
}

const classOf = ({ currency }: Pick<RandomTrade, 'currency'>): string =>
  currency === 'INR' ? 'Indian Equity' : 'US Equity';

/** 10 ALPHA of 2024, of which 5 are sold in two years, 2 bought and sold on one day, and 3 BETA for dollars. */
export const PERSON: RandomPerson = {
  trades: [
    {
      portfolio: 'Zerodha',
      symbol: 'ALPHA',
      currency: 'INR',
      date: '2024-04-01',
      type: 'BUY',
      quantity: 10,
      price: 100,
      fee: 5,
    },
    {
      portfolio: 'Zerodha',
      symbol: 'ALPHA',
      currency: 'INR',
      date: '2025-03-31',
      type: 'SELL',
      quantity: 4,
      price: 150,
      fee: 2,
    },
    {
      portfolio: 'Zerodha',
      symbol: 'ALPHA',
      currency: 'INR',
      date: '2026-01-05',
      type: 'SELL',
      quantity: 1,
      price: 160,
      fee: 0,
    },
    {
      portfolio: 'Zerodha',
      symbol: 'ALPHA',
      currency: 'INR',
      date: '2026-01-06',
      type: 'BUY',
      quantity: 2,
      price: 155,
      fee: 0,
    },
    {
      portfolio: 'Zerodha',
      symbol: 'ALPHA',
      currency: 'INR',
      date: '2026-01-06',
      type: 'SELL',
      quantity: 2,
      price: 158,
      fee: 0,
    },
    {
      portfolio: 'Schwab',
      symbol: 'BETA',
      currency: 'USD',
      date: '2024-12-09',
      type: 'BUY',
      quantity: 3,
      price: 20,
      fee: 1,
    },
  ],
  prices: { ALPHA: 170, BETA: 25 },
  demerger: null,
  byHand: [],
  edited: null,
  debts: [{ balance: 300, currency: 'INR' }],
  isRecorded: true,
};

/** The same, with 2 GAMMA bought and sold on one day: speculative business, in a list of its own. */
export const DAY_TRADER: RandomPerson = {
  ...PERSON,
  trades: [
    ...PERSON.trades,
    ...(['BUY', 'SELL'] as const).map((type) => ({
      portfolio: 'Zerodha',
      symbol: 'GAMMA',
      currency: 'INR',
      date: '2026-01-05',
      type,
      quantity: 2,
      price: type === 'BUY' ? 50 : 53,
      fee: 1,
    })),
  ],
};
