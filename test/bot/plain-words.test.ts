import assert from 'node:assert/strict';
import { createBot } from '../../bot/bot.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { labels } from '../support/bot-api-messages.ts';
import { createAccess } from '../../bot/access.ts';
import { plain } from '../../bot/text/lines.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const BY = { actor: 'test' };

/** TCS and Tata Motors with names, a SIP of a fund, and a goal. */
async function fill({ core, ownerId }: ChatFixture): Promise<void> {
  for (const [symbol, name] of [
    ['TCS', 'Tata Consultancy Services Ltd'],
    ['TATAMOTORS', 'Tata Motors Ltd'],
    ['PPFCF', 'Parag Parikh Flexi Cap Fund - Direct Plan - Growth'],
  ])
    await core.portfolio.holdings.create(
      ownerId,
      {
        portfolio: 'Zerodha',
        symbol,
        name,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 100,
        current_price: 110,
      },
      BY,
    );
  const goal = {
    name: 'House',
    type: 'CORPUS',
    target_corpus: 5_000_000,
    target_date: '2040-01-01',

    expected_return_pct: 10,
  };
  await core.goals.goals.create(ownerId, goal, BY);
  const sip = {
    name: 'Flexi cap',
    amount: 5000,
    frequency: 'monthly',
    start_date: '2024-01-05',
    portfolio: 'Zerodha',
    symbol: 'PPFCF',
  };
  await core.goals.sips.create(ownerId, sip, BY);
}

for (const transport of ['telegram', 'local'] as const)
  describe(`contract/Chat over ${transport}: words without a slash`, () => {
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture();
      await fill(fixture);
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());
    const ask = async (text: string) => {
      await chat.says(text);
      return await chat.reply();
    };

    it('a question is answered as its command is, under a line that says which', async () => {
      // 3 × 10 × 110 = 3,300.
      assert.match((await ask('How am I doing?')).text, /^\/status\nYour portfolio\nValue ₹3,300\.00/);
      assert.match((await ask('how is tata consultancy doing')).text, /^\/holding TCS\nTCS/);
      assert.match((await ask('tax this year')).text, /^\/tax \d{4}-\d{2}\nTax \d{4}-\d{2}: Networth/);
      assert.match((await ask('am i on track for the house')).text, /^\/goals House\nHouse/);
    });

    it('two things that are meant alike are offered, and a press answers', async () => {
      const asked = await ask('how is tata doing');
      assert.match(asked.text, /^Which of these do you mean\?$/);
      assert.deepEqual(labels(asked), ['/holding TATAMOTORS', '/holding TCS']);
      await chat.presses('/holding TATAMOTORS');
      assert.match((await chat.reply()).text, /^TATAMOTORS/);
    });

    it('what changes something is only offered, and asks again behind the press', async () => {
      const asked = await ask('bought 5 tcs at 3200');
      assert.match(
        asked.text,
        /^Do you mean \/add_transaction BUY TCS 5 3200\?\nNothing happens before you press\./,
      );
      const { userId, transactions } = {
        userId: fixture.ownerId,
        transactions: fixture.core.portfolio.transactions,
      };
      await chat.presses('/add_transaction BUY TCS 5 3200');
      assert.match((await chat.reply()).text, /^New transaction/);
      assert.match((await chat.reply()).text, /date/i);
      await ask('/cancel');
      assert.equal((await transactions.list(userId, {})).total, 0);
      assert.match((await ask('pause all trading')).text, /^Do you mean \/pause_all\?/);
      assert.equal((await fixture.core.policies.live.pause.state(userId)).is_paused, false);
    });

    it('a line that says everything is shown as it would be recorded, and recorded by the second press alone', async () => {
      const { transactions } = fixture.core.portfolio;
      const total = async () => (await transactions.list(fixture.ownerId, {})).total;
      const asked = await ask('bought 5 tcs at 3,900 yesterday');
      const line = /\/add_transaction BUY TCS 5 3900 \d{4}-\d\d-\d\d/.exec(asked.text)?.[0];
      assert.ok(line !== undefined, asked.text);
      assert.match(asked.text, /Nothing happens before you press/);
      // A button shows as much of a line as fits.
      await chat.presses(labels(asked)[0] ?? '');
      // 5 at 3,900 each
      assert.match((await chat.reply()).text, /^Record this\?[\s\S]*₹19,500/);
      assert.equal(await total(), 0);
      await chat.presses('✗ Cancel');
      await eventually('the message that was dropped', async () =>
        (await chat.messages()).find(({ text }) => /Not recorded/.test(text)),
      );
      assert.equal(await total(), 0);
    });

    it('what is not understood gets examples, and nothing of it is repeated', async () => {
      const { text } = await ask('zxcvb 12345 qwertz');
      assert.match(text, /^I did not understand that\.\nAsk for example: how am I doing/);
      assert.doesNotMatch(text, /zxcvb|12345|qwertz/);
    });

    it('undo shows the newest transaction, and takes it back on a press', async () => {
      assert.match((await ask('undo')).text, /No transactions yet/);
      const row = {
        portfolio: 'Zerodha',
        symbol: 'INFY',
        type: 'BUY',
        quantity: 2,
        price: 1500,
        date: '2024-01-05',
        currency: 'INR',
      };
      await fixture.core.portfolio.transactions.create(fixture.ownerId, row, BY, 'CHAT');
      assert.match((await ask('/transactions')).text, /^Transactions\n5 Jan 2024 · BUY 2 INFY at ₹1,500\.00/);
      assert.match(
        (await ask('undo')).text,
        /^\/undo\nRecorded last\n5 Jan 2024 · BUY 2 INFY at ₹1,500\.00\nIn Zerodha/,
      );
      await chat.presses('↶ Undo');
      assert.match((await chat.edited()).text, /^Undone\n5 Jan 2024/);
      assert.equal((await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total, 0);
    });

    it('one thing that matches is answered at once, without a picker', async () => {
      assert.match((await ask('/holding tata consultancy')).text, /^TCS/);
      assert.match((await ask('/goals house')).text, /^House/);
      assert.match((await ask('/sip PPFAS')).text, /^Flexi cap/);
      // There is only one plan.
      assert.match((await ask('/sip')).text, /^Flexi cap/);
      const several = await ask('/holding tata');
      assert.match(several.text, /"tata" could be TATAMOTORS, TCS/);
      assert.deepEqual(labels(several), ['TATAMOTORS', 'TCS']);
      await chat.presses('TCS');
      assert.match((await chat.edited()).text, /^TCS/);
    });

    it('/status /networth /tax /xirr /pnl /calendar /transactions answer', async () => {
      assert.match((await ask('/status')).text, /^Your portfolio/);
      assert.match((await ask('/networth')).text, /^Net worth\n₹3,300\.00\nAssets ₹3,300\.00/);
      assert.match(
        (await ask('/tax 2024-25')).text,
        /^Tax 2024-25: Networth\nSales from 1 Apr 2024 to 31 Mar 2025/,
      );
      assert.match(
        (await ask('/xirr')).text,
        /^Yearly return: Networth\nMade so far \+₹300\.00: .*\nXIRR unknown/,
      );
      // 3 × 10 × 100 = 3,000 was paid.
      assert.match(
        (await ask('/pnl')).text,
        /^Profit and loss\nMade so far \+₹300\.00: .*\nValue ₹3,300\.00\nInvested ₹3,000\.00\nGain \+₹300\.00/,
      );
      assert.match((await ask('/pnl 1M')).text, /^1M: Networth/);
      assert.match((await ask('/calendar')).text, /^The next 90 days\n[^]*SIP PPFCF ₹5,000\.00/);
      assert.match((await ask('/transactions')).text, /^No transactions yet/);
    });

    it('/help is one message, with every name of a command', async () => {
      const { text } = await ask('/help');
      assert.match(text, /\/cancel/);
      assert.match(text, /\/complete_status or \/status: /);
      assert.ok(text.length <= 4096, String(text.length));
    });
  });

describe('contract/Who may use the chat: words without a slash', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture();
    await fill(fixture);
  });
  after(() => fixture.close());

  it('a viewer is answered, and refused what changes something', async () => {
    const viewer = await fixture.person('telegram', { userId: 4343, role: 'viewer' });
    await viewer.says('how is tcs');
    assert.match((await viewer.reply()).text, /^\/holding TCS/);
    await viewer.says('sell 10 shares of tcs');
    const refused = await viewer.reply();
    assert.match(refused.text, /^Only the portfolio owner can use \/add_transaction/);
    assert.deepEqual(labels(refused), []);
  });

  it('a stranger is told how to link, and nothing else', async () => {
    const stranger = fixture.api.chat({ userId: 777 });
    await stranger.says('how am i doing');
    assert.match((await stranger.reply()).text, /^This chat is not linked/);
  });

  it('in a group, talk is none of the bot’s business', async () => {
    const member: LoopbackChat = fixture.api.chat({ userId: 4545, groupId: -7001 });
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId, 'owner');
    await member.says(`/start ${code}`);
    await member.reply();
    await member.says('how am i doing');
    await member.says('/status');
    // The answer to the command is the next message of the bot: there was none to the talk.
    assert.match((await member.reply()).text, /^Your portfolio/);
  });

  it('an assistant gets what is left, and only that', async () => {
    const asked: string[] = [];
    const chat = await fixture.person('telegram', { userId: 4646 });
    await fixture.runtime.stop();
    const bot = createBot({
      core: fixture.core,
      transport: 'telegram',
      access: createAccess(fixture.core.identity),
      token: fixture.api.token,
      client: { apiRoot: fixture.api.root },
      readFile: () => Promise.reject(new Error('no files here')),
      askAssistant: async (_call, text) => {
        asked.push(text);
        return text.startsWith('silence') ? null : { text: plain('An answer in words.') };
      },
    });
    const running = bot.start({ timeout: 20 });
    try {
      await chat.says('how is tcs');
      assert.match((await chat.reply()).text, /^\/holding TCS/);
      await chat.says('explain inflation to me like a child');
      assert.equal((await chat.reply()).text, 'An answer in words.');
      await chat.says('silence of the qwertz');
      assert.match((await chat.reply()).text, /^I did not understand that/);
      assert.deepEqual(asked, ['explain inflation to me like a child', 'silence of the qwertz']);
    } finally {
      await bot.stop();
      await running;
    }
  });
});
