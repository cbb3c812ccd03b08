import assert from 'node:assert/strict';
import { COMMAND_DESCRIPTIONS } from '../../core/chat/commands/index.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { says, scriptedLlm } from '../support/scripted-chain.ts';

const by = { actor: 'test' };

/** Families of commands that show figures of the books, and the alerts. */
const FAMILIES: readonly string[] = ['Portfolio', 'Reports', 'Goals', 'Records'];
/** Reading commands without a mark, each with its reason. A new one fails until its answer has a mark. */
const UNMARKED: Readonly<Record<string, string>> = {
  bonds: 'terms of bonds',
  sips: 'payments as they were planned',
  sip: 'a plan as it was made',
  transactions: 'rows as they were recorded',
  imports: 'files as they were imported',
  undo: 'the row that was recorded last',
  actions: 'the actions themselves',
  broker_changes: 'changes by brokers, each with its own effect',
  health: 'what is open, the actions among it',
  research: 'reports on companies',
  ask: 'without a model there is no answer; with one, see below',
  insight: 'without a model there is no answer; with one, see below',
};

describe('answers in the chat while a corporate action waits', () => {
  let llm = scriptedLlm();
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    llm.isSetUp = false;
    fixture = await chatFixture({
      clock: heldClock('2026-03-02T06:00:00.000Z'),
      llm: { chainFor: (owner, feature) => llm.chainFor(owner, feature) },
    });
    const { core, ownerId } = fixture;
    for (const [symbol, date] of [
      ['IRCTC', '2021-10-13'],
      ['TCS', '2024-01-10'],
    ] as const)
      await core.portfolio.transactions.create(
        ownerId,
        {
          portfolio: 'Main',
          symbol,
          date,
          type: 'BUY',
          quantity: 2,
          price: 4800,
          currency: 'INR',
          asset_class: 'Indian Equity',
        },
        by,
      );
    chat = await fixture.person('telegram');
  });
  after(() => fixture.close());

  const answer = async (words: string): Promise<string> => {
    await chat.says(words);
    return (await chat.reply()).text;
  };

  it('every reading command that shows figures of the books ends with the mark, until it is decided', async () => {
    const { core, ownerId } = fixture;
    const main = await core.portfolio.portfolios.findByName(ownerId, 'Main');
    assert.ok(main !== null);
    await core.portfolio.portfolios.update(ownerId, main.id, { target_allocation: { Bond: 100 } }, by);
    const { id } = await core.goals.goals.create(
      ownerId,
      {
        name: 'House',
        type: 'CORPUS',
        target_corpus: 1e6,
        target_date: '2030-03-02',
        expected_return_pct: 0,
      },
      by,
    );
    await core.goals.links.put(ownerId, id, { link_type: 'PORTFOLIO', link_id: main.id, percentage: 50 }, by);
    const sip = { name: 'Monthly', amount: 100, frequency: 'monthly', start_date: '2026-03-10' };
    await core.goals.sips.create(ownerId, { ...sip, portfolio: 'Main', symbol: 'IRCTC' }, by);
    await core.watchlist.alerts.create(ownerId, { kind: 'DRAWDOWN_PCT', threshold: 10 }, by);
    await core.portfolio.transactions.create(
      ownerId,
      {
        portfolio: 'Main',
        symbol: 'IRCTC',
        date: '2022-02-10',
        type: 'DIVIDEND',
        quantity: 2,
        price: 5,
        currency: 'INR',
      },
      by,
    );
    const names = COMMAND_DESCRIPTIONS.filter(
      ({ family, changes, name }) => FAMILIES.includes(family) && !changes && !(name in UNMARKED),
    ).map(({ name }) => `/${name}`);
    const asked = [...names, '/alerts', '/goals House', '/pnl 1Y', '/dividends 2022', '/dividends IRCTC'];
    assert.ok(asked.length > 20, asked.join(' '));
    for (const words of asked) {
      const text = await answer(words);
      assert.equal(text.split('Until then this may change.').length, 2, `${words}: ${text}`);
    }
  });

  it('an answer in words ends with the mark, whether by /ask, in plain words or by /insight', async () => {
    for (const words of [
      '/ask What do I hold?',
      'what would an old friend say about my choices?',
      '/insight',
    ]) {
      llm = scriptedLlm(says('All of it is in India.'));
      await chat.says(words);
      const { id } = await chat.reply();
      const { text } = await eventually(`the whole answer to ${words}`, async () =>
        (await chat.messages()).find((one) => one.id === id && one.text.includes('scripted-1')),
      );
      assert.equal(text.split('Until then this may change.').length, 2, `${words}: ${text}`);
    }
  });

  it('the overview is shown while waiting actions cannot be read, and says so', async () => {
    const { readUndecided } = fixture.core;
    const unreadable = () => Promise.reject(new Error('not readable'));
    Object.assign(fixture.core, { readUndecided: unreadable });
    try {
      const text = await answer('/live_status');
      assert.match(text, /^Value /m);
      assert.equal(text.split('could not be checked, so this may change').length, 2, text);
    } finally {
      Object.assign(fixture.core, { readUndecided });
    }
  });

  it('an answer names the action that waits once, until it is decided; one about another share or portfolio does not', async () => {
    const mark =
      '1 corporate action waits for your decision: IRCTC 5 for 1 split. Until then this may change. Apply or decline it under Corporate actions (/actions in the chat).';
    const asked = ['/holding IRCTC', '/risk'];
    for (const words of asked) {
      const text = await answer(words);
      assert.equal(text.split(mark).length, 2, `${words}: ${text}`);
    }
    const { corporateActions, portfolio } = fixture.core;
    const trade = { type: 'BUY', date: '2024-01-10', quantity: 2, price: 4800, currency: 'INR' };
    await portfolio.transactions.create(
      fixture.ownerId,
      { ...trade, portfolio: 'Second', symbol: 'TCS', asset_class: 'Indian Equity' },
      by,
    );
    for (const words of [
      '/holding TCS',
      ...['risk', 'xirr', 'pnl', 'complete_status'].map((one) => `/${one} Second`),
    ])
      assert.doesNotMatch(await answer(words), /waits for your decision/, words);
    await corporateActions.apply(fixture.ownerId, 'all', by);
    for (const words of asked) assert.ok(!(await answer(words)).includes('waits for your decision'), words);
  });
});
