import assert from 'node:assert/strict';
import { amount, choice, portfolio, WrongArgument, type ArgumentContext } from '../../bot/arguments.ts';
import { symbol } from '../../bot/symbol-argument.ts';
import { date } from '../../bot/date-argument.ts';
import { COMMANDS } from '../../bot/catalogue.ts';
import { parseArguments } from '../../bot/parse-arguments.ts';
import { tokens } from '../../bot/typed-command.ts';
import { policyChoice } from '../../bot/policy-arguments.ts';

const world: ArgumentContext = {
  portfolios: async () => ['Zerodha', 'Long term'],
  connections: async () => [],
  brokers: () => [],
  goals: () => Promise.resolve(['House', 'Retirement']),
  sipPlans: () => Promise.resolve([]),
  policies: async () => [
    { id: '1', name: 'Long run', tag_code: 'LONGRUN1' },
    { id: '2', name: 'Long run small', tag_code: 'SMALLRUN' },
    { id: '3', name: 'Twin', tag_code: 'TWIN0001' },
    { id: '4', name: 'Twin', tag_code: 'TWIN0002' },
  ],
  pendingPlans: async () => [],
  optionStrategies: async () => [],
  watched: () => Promise.resolve([]),
  alerts: () => Promise.resolve([]),
  instruments: async () => ({ items: [], registry: 0 }),
  holdings: async () => [
    { symbol: 'TCS', portfolio: 'Zerodha', name: 'Tata Consultancy' },
    { symbol: 'M&M', portfolio: 'Zerodha', name: null },
  ],
  // 2024-01-05 23:30 UTC is already the 6th in India.
  now: () => new Date('2024-01-05T23:30:00Z'),
};
const wrong = async (work: () => unknown, message: RegExp) =>
  await assert.rejects(
    async () => await work(),
    (error: Error) => error instanceof WrongArgument && message.test(error.message),
  );

describe('contract/Chat: arguments', () => {
  it('words in quotes are one', () => {
    assert.deepEqual(tokens('BUY TCS 10 "Long term"'), ['BUY', 'TCS', '10', 'Long term']);
    assert.deepEqual(tokens('  '), []);
  });

  it('a symbol is written in capitals; one that is not held is answered with the nearest', async () => {
    assert.equal(await symbol().parse('m&m', world), 'M&M');
    assert.equal(await symbol({ held: true }).parse('tcs', world), 'TCS');
    await wrong(() => symbol({ held: true }).parse('TCSS', world), /no TCSS\. Did you mean TCS/);
    await wrong(() => symbol().parse('drop table;', world), /does not look like a symbol/);
  });

  it('a portfolio is found whatever the case; an unknown one lists what there is', async () => {
    assert.equal(await portfolio().parse('long TERM', world), 'Long term');
    await wrong(() => portfolio().parse('Zerodah', world), /Did you mean Zerodha/);
    await wrong(() => portfolio().parse('Savings', world), /Your portfolios: Zerodha, Long term/);
    assert.equal(await portfolio({ known: false }).parse('Savings', world), 'Savings');
    await wrong(() => portfolio({ known: false }).parse('networth', world), /total of all portfolios/);
  });

  it('amounts may carry commas and the rupee sign; nought only where it makes sense', async () => {
    assert.equal(await amount('price').parse('₹3,200.50', world), 3200.5);
    assert.equal(await amount('price', { zero: true }).parse('0', world), 0);
    await wrong(() => amount('quantity').parse('0', world), /above zero/);
    for (const bad of ['-5', '1e9', 'ten', '1.2.3', 'Infinity', '99999999999999999']) {
      await wrong(() => amount('price').parse(bad, world), /not a price/);
    }
  });

  it('days are read in the usual ways, by the Indian clock, and never lie in the future', async () => {
    for (const [word, expected] of [
      ['2024-01-05', '2024-01-05'],
      ['5-1-2024', '2024-01-05'],
      ['05/01/2024', '2024-01-05'],
      ['5-Jan-2024', '2024-01-05'],
      ['5Jan2024', '2024-01-05'],
      ['today', '2024-01-06'],
      ['Yesterday', '2024-01-05'],
    ] as const) {
      assert.equal(await date().parse(word, world), expected, word);
    }
    await wrong(() => date().parse('2024-02-30', world), /is not a date/);
    await wrong(() => date().parse('2024-01-07', world), /in the future/);
  });

  it('a choice is named by its word', async () => {
    assert.equal(await choice(['BUY', 'SELL']).parse('buy', world), 'BUY');
    await wrong(() => choice(['BUY', 'SELL']).parse('BYU', world), /Did you mean BUY/);
  });

  it('a policy is named by its name, tag code or the beginning of one, with what to do beside it', async () => {
    const row = COMMANDS.find(({ name }) => name === 'policies') ?? assert.fail();
    for (const [words, policy, action] of [
      ['long run', '1', null],
      ['Long run run', '1', 'run'],
      ['run Long run', '1', 'run'],
      ['long run s', '2', null],
      ['smallrun PAUSE', '2', 'pause'],
      ['twin0002', '4', null],
      ['#3 retire', '3', 'retire'],
    ] as const)
      assert.deepEqual(await parseArguments(row, tokens(words), world), {
        ok: true,
        args: { policy, action },
      });
    for (const words of ['Twin', 'twin0'])
      await wrong(() => policyChoice().parse(words, world), /could be Twin \(TWIN0001\), Twin \(TWIN0002\)/);
    await wrong(() => policyChoice().parse('lnog run', world), /Did you mean Long run/);
    await wrong(() => policyChoice().parse('nothing', world), /Your policies: Long run \(LONGRUN1\)/);
    const none = { ...world, policies: async () => [] };
    await wrong(() => policyChoice().parse('Twin', none), /You have no policies yet/);
  });
});
