import assert from 'node:assert/strict';
import type { ArgumentContext } from '../../bot/arguments.ts';
import { COMMANDS } from '../../bot/catalogue.ts';
import { parseArguments } from '../../bot/parse-arguments.ts';
import { INDEX_SERIES } from '../../core/market/history/index.ts';
import { tokens } from '../../bot/typed-command.ts';

const listed = (symbol: string, name: string) => ({
  symbol,
  name,
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
  exchange: null,
  sector: null,
  is_held: false,
  delisted_on: null,
  fate: null,
});

/** Portfolios with a blank in the name, one named like a symbol and one like a period; TCS is held, INFY is watched. */
const world: ArgumentContext = {
  portfolios: async () => ['Zerodha', 'Long term', 'TCS', '6M'],
  connections: async () => [{ id: '1', label: 'Zerodha main', broker_title: 'Zerodha' }],
  brokers: () => [],
  goals: async () => ['House'],
  sipPlans: async () => ['Index fund'],
  policies: async () => [{ id: '1', name: 'Momentum', tag_code: 'MOMTOP20' }],
  pendingPlans: async () => [],
  optionStrategies: async () => ['iron_condor'],
  watched: async () => ['INFY'],
  alerts: async () => [{ id: '3', label: 'TCS at or above ₹4,000.00' }],
  instruments: async (search) => ({
    items: search === '500325' ? [listed('500325', 'Reliance Industries')] : [],
    registry: 1,
  }),
  holdings: async () => [{ symbol: 'TCS', portfolio: 'Zerodha', name: 'Tata Consultancy Services' }],
  now: () => new Date('2024-06-01T00:00:00Z'),
};

const commandOf = (name: string) => COMMANDS.find((row) => row.name === name) ?? assert.fail(name);
const read = async (line: string) => {
  const [name = '', ...words] = tokens(line);
  return await parseArguments(commandOf(name.slice(1)), words, world);
};
const argsOf = async (line: string) => {
  const parsed = await read(line);
  assert.ok(parsed.ok, `${line}: ${'wrong' in parsed ? parsed.wrong : 'missing'}`);
  return Object.fromEntries(Object.entries(parsed.args).filter(([, value]) => value !== null));
};
const refusalOf = async (line: string) => {
  const parsed = await read(line);
  return parsed.ok || 'missing' in parsed ? assert.fail(`${line} was read`) : parsed;
};

/** Words of each command, argument by argument in the order of the usage; figures of one command keep their order. */
const LINES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  benchmark: [
    ['1Y', 'NIFTY500', 'Zerodha'],
    ['3M', 'S&P 500', 'Long term'],
    ['1Y', 'nifty', 'TCS'],
  ],
  pnl: [['1Y', 'Long term']],
  tax: [['2024-25', 'Zerodha']],
  dividends: [
    ['2025', 'TCS'],
    ['2025', 'WIPRO'],
  ],
  risk: [['Long term', 'options']],
  settle: [
    ['order', '55'],
    ['difference', '#3'],
  ],
  chart: [['drawdown', 'Long term']],
  research: [
    ['TCS', 'latest'],
    ['ai-12', 'pdf'],
  ],
  policies: [
    ['Momentum', 'pause'],
    ['#1', 'run'],
  ],
  approve_plan: [['12', 'without TCS INFY']],
  journal: [['IC-20260518-1', 'SHADOW']],
  chart_strategy: [['iron_condor', 'shadow']],
  settlement: [['NIFTY', '2024-01-25', '21352.60']],
  watchlist_add: [['AAPL', 'USD']],
  alert: [
    ['TCS', 'above', '4000'],
    ['INFY', 'move', '5%'],
    ['WIPRO', 'below', '₹4,000'],
    ['everything', 'drawdown', '10'],
    ['Long term', 'drawdown', '10'],
  ],
  add_transaction: [
    ['BUY', 'TCS', '10', '3200', '2024-01-05', 'Zerodha'],
    ['SELL', 'WIPRO', '5', '₹450.50', '5 Jan 2024', 'Long term'],
    ['BUY', '500325', '10', '1450', 'today', 'Zerodha'],
  ],
  remove_symbol: [
    ['TCS', 'Zerodha'],
    ['INFY', 'Long term'],
  ],
  transactions: [
    ['TCS', 'Zerodha'],
    ['Tata Consultancy', 'Long term'],
  ],
  price_interval: [['365', 'TCS']],
  imports: [['7', 'rows']],
  parts: [['options', 'on']],
  notifications: [['reports', 'silent']],
};

/** All orders of these, with the figures among them in theirs. */
function ordersOf(groups: readonly string[]): string[][] {
  if (groups.length < 2) return [[...groups]];
  return groups.flatMap((first, at) =>
    ordersOf(groups.filter((_, other) => other !== at)).map((rest) => [first, ...rest]),
  );
}
const isFigure = (word: string) => /^₹?[\d.,]+$/.test(word);
const keepsFigures = (groups: readonly string[], order: readonly string[]) =>
  order.filter(isFigure).join(' ') === groups.filter(isFigure).join(' ');

describe('contract/Chat: words are told apart by kind, in any order', () => {
  it('every command with several arguments is in the table', () => {
    const several = COMMANDS.filter(({ arguments: taken }) => {
      const all = Object.values(taken);
      return all.length > 1 && all.every(({ isText }) => isText !== true);
    });
    assert.deepEqual(several.map(({ name }) => name).toSorted(), Object.keys(LINES).toSorted());
  });

  for (const [name, lines] of Object.entries(LINES))
    for (const groups of lines)
      it(`/${name} ${groups.join(' ')}`, async () => {
        const usual = await argsOf(`/${name} ${groups.map((one) => `"${one}"`).join(' ')}`);
        assert.equal(Object.keys(usual).length, groups.length);
        // Names of several words need no quotes, except beside words that could belong to them.
        const needsQuotes = groups.some((one) => /^(?:without|Tata) /.test(one));
        for (const order of ordersOf(groups).filter((one) => keepsFigures(groups, one))) {
          const line = order.map((one) => (needsQuotes ? `"${one}"` : one)).join(' ');
          assert.deepEqual(await argsOf(`/${name} ${line}`), usual, line);
        }
      });

  it('arguments that are left out leave no gap', async () => {
    assert.deepEqual(await argsOf('/benchmark sp500'), { index: 'SP500' });
    assert.deepEqual(await argsOf('/benchmark Zerodha'), { portfolio: 'Zerodha' });
    assert.deepEqual(await argsOf('/benchmark nifty 500 Long term'), {
      index: 'NIFTY500',
      portfolio: 'Long term',
    });
    assert.deepEqual(await argsOf('/add_transaction BUY 5 TCS 3200'), {
      type: 'BUY',
      symbol: 'TCS',
      quantity: 5,
      price: 3200,
    });
    assert.deepEqual(await argsOf('/add_transaction TCS 5 yesterday'), {
      symbol: 'TCS',
      quantity: 5,
      date: '2024-05-31',
    });
    assert.deepEqual(await argsOf('/tax Zerodha'), { portfolio: 'Zerodha' });
    assert.deepEqual(await argsOf('/risk options'), { workspace: 'options' });
    assert.deepEqual(await argsOf('/risk long term'), { portfolio: 'Long term' });
    assert.deepEqual(await argsOf('/dividends 2025'), { year: 2025 });
    assert.deepEqual(await argsOf('/dividends Tata Consultancy'), { symbol: 'TCS' });
    assert.deepEqual(await argsOf('/settle #55'), { id: '55' });
    assert.deepEqual(await argsOf('/sectors long term'), { portfolio: 'Long term' });
    assert.deepEqual(await argsOf('/alert portfolio drawdown 10'), {
      subject: 'everything',
      kind: 'drawdown',
      level: 10,
    });
  });

  it('two figures are the quantity, then the price', async () => {
    assert.deepEqual(await argsOf('/add_transaction 3200 TCS BUY 5'), {
      type: 'BUY',
      symbol: 'TCS',
      quantity: 3200,
      price: 5,
    });
  });

  it('which of several figures is an unknown code is asked, never guessed', async () => {
    const { wrong, meant } = await refusalOf('/add_transaction BUY 10 543320 250');
    assert.equal(wrong, 'Which is the symbol: 10, 543320 or 250? Name it: symbol=543320.');
    assert.deepEqual(
      meant.map(({ label }) => label),
      ['symbol 10', 'symbol 543320', 'symbol 250'],
    );
    const line = meant[1]?.words ?? [];
    assert.deepEqual(line, ['symbol=543320', 'BUY', '10', '250']);
    const booked = { type: 'BUY', symbol: '543320', quantity: 10, price: 250 };
    assert.deepEqual(await argsOf(`/add_transaction ${line.join(' ')}`), booked);
    assert.match(
      (await refusalOf('/add_transaction BUY 5 450 today 10 WIPRO')).wrong,
      /^Which is the symbol: 5, 450 or 10\?/,
    );
    assert.match(
      (await refusalOf('/alert 543320 above 250')).wrong,
      /^Which is the subject: 543320 or 250\?/,
    );
    // A listed code is known, wherever it stands; a figure with decimals is no code.
    assert.deepEqual(await argsOf('/add_transaction BUY 10 500325 1450'), {
      ...booked,
      symbol: '500325',
      price: 1450,
    });
    // A figure of money is never a quantity.
    assert.deepEqual(await argsOf('/add_transaction BUY TCS ₹3200 10'), {
      ...booked,
      symbol: 'TCS',
      price: 3200,
    });
    assert.match(
      (await refusalOf('/add_transaction BUY 10 543320 250.50')).wrong,
      /^Which is the symbol: 10 or 543320\?/,
    );
  });

  it('an argument that is named twice, or that the command has not, is refused with its name', async () => {
    const wrongOf = async (line: string) => (await refusalOf(line)).wrong;
    assert.equal(
      await wrongOf('/add_transaction BUY TCS quantity=10 quantity=20'),
      'You gave quantity twice. Send it once.',
    );
    assert.equal(
      await wrongOf('/add_transaction BUY TCS 5 450 today qty=10'),
      'This command has no qty. It has type, symbol, quantity, price, date, portfolio.',
    );
    assert.equal(
      await wrongOf('/sectors portfolio=Zerodha Portfolio=TCS'),
      'You gave portfolio twice. Send it once.',
    );
    assert.deepEqual(await argsOf('/sectors Portfolio="long term"'), { portfolio: 'Long term' });
  });

  it('a new portfolio stands at the end of a whole line; a slip is none', async () => {
    assert.deepEqual(await argsOf('/add_transaction BUY 5 WIPRO 450 today Savings account'), {
      type: 'BUY',
      symbol: 'WIPRO',
      quantity: 5,
      price: 450,
      date: '2024-06-01',
      portfolio: 'Savings account',
    });
    assert.match((await refusalOf('/add_transaction zzz yyy xxx')).wrong, /^"yyy xxx" is neither/);
    const third = await refusalOf('/add_transaction BUY WIPRO 5 450 today 7');
    assert.match(third.wrong, /^"7" is not one of your portfolios .* To use it anyway, send portfolio=7\.$/);
    const named = await argsOf('/add_transaction BUY WIPRO 5 450 today portfolio="Plan 7"');
    assert.equal(named['portfolio'], 'Plan 7');
    const { wrong } = await refusalOf('/add_transaction BUY WIPRO ten 450 today');
    assert.match(wrong, /^"ten" is neither a price nor one of your portfolios/);
  });

  it('what could be a symbol or a portfolio is asked, never guessed', async () => {
    const { wrong, meant } = await refusalOf('/transactions TCS');
    assert.equal(wrong, '"TCS" could be a symbol or a portfolio. Name it: symbol=TCS.');
    assert.deepEqual(meant, [
      { label: 'symbol TCS', words: ['symbol=TCS'] },
      { label: 'portfolio TCS', words: ['portfolio=TCS'] },
    ]);
    assert.deepEqual(await argsOf('/transactions portfolio=TCS'), { portfolio: 'TCS' });
    assert.deepEqual(await argsOf('/transactions portfolio="Long term" TCS'), {
      symbol: 'TCS',
      portfolio: 'Long term',
    });
    const period = await refusalOf('/pnl 6M');
    assert.equal(period.wrong, '"6M" could be a period or a portfolio. Name it: period=6M.');
    // Where the rest of the line decides, nothing is asked.
    assert.deepEqual(await argsOf('/pnl 1Y 6M'), { period: '1Y', portfolio: '6M' });
    assert.deepEqual(await argsOf('/remove_symbol TCS'), { symbol: 'TCS' });
    assert.deepEqual(await argsOf('/remove_symbol TCS TCS'), { symbol: 'TCS', portfolio: 'TCS' });
  });

  it('what is nothing known is answered with what there is', async () => {
    const { wrong, meant } = await refusalOf('/benchmark sensex 1Y');
    assert.equal(
      wrong,
      '"sensex" is neither an index (NIFTY 50, NIFTY 500, S&P 500) nor one of your portfolios (Zerodha, Long term, TCS, 6M).',
    );
    assert.deepEqual(meant, []);
    const slip = await refusalOf('/benchmark Zerodah NIFTY50');
    assert.match(slip.wrong, /Did you mean Zerodha\?$/);
    assert.deepEqual(slip.meant, [{ label: 'Zerodha', words: ['Zerodha', 'NIFTY50'] }]);
    assert.match(
      (await refusalOf('/alert TCS abvoe 4000')).wrong,
      /^"abvoe" is not one of .*Did you mean above\?/,
    );
    assert.match(
      (await refusalOf('/alert abvoe 4000 WIPRO')).wrong,
      /"WIPRO" is not one of|"abvoe" is not one of/,
    );
    assert.equal((await refusalOf('/parts options on now')).wrong, '"now" is not part of this command.');
  });

  it('the help of /benchmark and the answer to an unknown index have the names of all indexes', async () => {
    const { summary, details = '' } = commandOf('benchmark');
    const only = (await refusalOf('/benchmark period=1Y portfolio=Zerodha sensex')).wrong;
    assert.match(only, /^"sensex" is not an index/);
    for (const { code, name } of INDEX_SERIES) {
      assert.ok(summary.includes(name) && details.includes(code), `${name} (${code}) in the help`);
      assert.ok(only.includes(name), only);
      for (const typed of [code, name, name.toLowerCase()])
        assert.deepEqual(await argsOf(`/benchmark ${typed}`), { index: code });
    }
  });

  it('a line of far too many words is refused at once', async () => {
    const begun = performance.now();
    await refusalOf(`/add_transaction BUY TCS ${'word '.repeat(900)}`);
    await refusalOf(`/transactions ${'word Zerodha '.repeat(8)}`);
    assert.ok(performance.now() - begun < 2000);
  });
});
