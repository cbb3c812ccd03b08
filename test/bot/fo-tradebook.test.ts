import assert from 'node:assert/strict';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { STRANGLE, zerodhaFile, zerodhaRow } from '../support/fo-tradebook.ts';
import { inTurn } from '../support/soak.ts';

for (const transport of ['telegram', 'local'] as const)
  describe(`contract/Chat over ${transport}: F&O tradebooks`, () => {
    const told = inTurn(transport);
    let fixture: ChatFixture;
    let chat: ChatDriver;
    /** The person of this test: books and a chat of their own. */
    let ownerId: string;
    before(async () => {
      fixture = await chatFixture();
    });
    after(() => fixture.close());
    beforeEach(async () => {
      ({ ownerId, chat } = await fixture.newcomer(transport));
    });
    const results = async () => await fixture.core.options.performance.read(ownerId, 'LIVE');

    told('a dropped tradebook is shown, imported on the press, and imported once', async () => {
      await chat.sendsFile('tradebook.csv', zerodhaFile(STRANGLE), 'strategy strangle');
      const card = await chat.reply();
      assert.match(
        card.text,
        /^tradebook\.csv\nZerodha F&O tradebook, 4 rows\n5 Jan 2026 to 6 Jan 2026\n4 new fills/,
      );
      assert.match(card.text, /1 closed trade\nGross \+₹2,250\.00, costs ₹\d+\.\d\d, net \+₹2,\d{3}\.\d\d/);
      assert.match(card.text, /Strategy: strangle\./);
      assert.deepEqual(labels(card), ['✓ Import', '✗ Cancel']);
      assert.equal((await results()).trades.closed, 0);
      await chat.presses('✓ Import');
      const done = await chat.edited();
      assert.match(done.text, /^Tradebook imported\n[\s\S]*\/journal has the trades\.\nBy \w+/);
      assert.deepEqual(
        (await results()).by_strategy.map(({ strategy }) => strategy),
        ['strangle'],
      );
      await chat.sendsFile('again.csv', zerodhaFile(STRANGLE));
      assert.match((await chat.reply()).text, /0 new fills, 4 imported before[\s\S]*Nothing new to import\./);
    });

    told('one file with shares and contracts goes to both, by one press', async () => {
      const share = zerodhaRow({
        symbol: 'INFY',
        at: '2026-01-05T10:00:00',
        side: 'buy',
        quantity: 10,
        price: 1500,
        trade: 31,
        expiry: '',
        segment: 'EQ',
      }).replace('INFY,,', 'INFY,INE009A01021,');
      const file = Buffer.concat([zerodhaFile(STRANGLE), Buffer.from(`${share}\n`)]);
      await chat.sendsFile('all.csv', file);
      const card = await chat.reply();
      assert.match(card.text, /1 row of shares and funds can be imported into Zerodha\./);
      assert.deepEqual(labels(card), ['✓ Import F&O and shares', '✓ F&O only', '✗ Cancel']);
      await chat.presses('✓ Import F&O and shares');
      assert.match((await chat.edited()).text, /1 row of shares and funds imported into Zerodha, 1 symbol/);
      assert.equal((await results()).trades.closed, 1);
      const { items } = await fixture.core.portfolio.transactions.list(ownerId, {});
      assert.deepEqual(
        items.map(({ symbol, quantity }) => [symbol, quantity]),
        [['INFY', 10]],
      );
    });

    told('a cancelled tradebook leaves nothing', async () => {
      await chat.sendsFile('tradebook.csv', zerodhaFile(STRANGLE));
      await chat.reply();
      await chat.presses('✗ Cancel');
      assert.match((await chat.edited()).text, /^Not imported\. By/);
      assert.equal((await results()).trades.closed, 0);
    });

    told('/settlement asks first, and gives an expired option its result', async () => {
      await chat.sendsFile('tradebook.csv', zerodhaFile(STRANGLE.slice(0, 1)));
      assert.match(
        (await chat.reply()).text,
        /1 expired with an unknown result[\s\S]*\/settlement NIFTY 2026-01-13 PRICE/,
      );
      await chat.presses('✓ Import');
      await chat.edited();
      await chat.says('/settlement NIFTY 2026-01-13 26100');
      assert.match(
        (await chat.reply()).text,
        /^Is this right\?\nNIFTY settled at ₹26,100\.00 on 13 Jan 2026/,
      );
      assert.equal((await results()).realised.gross, null);
      await chat.presses('✓ Settle');
      // Sold at 100, worthless at the expiry: 7,500.
      assert.match(
        (await chat.edited()).text,
        /^Settled\nNIFTY at ₹26,100\.00 on 13 Jan 2026\n1 trade with a result/,
      );
      assert.equal((await results()).realised.gross, 7_500);
    });
  });
