import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';
import { inTurn } from '../support/soak.ts';
import { tradebookFile } from '../support/tradebook-rows.ts';

for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}: records`, () => {
    const told = inTurn(transport);
    let fixture: ChatFixture;
    let chat: ChatDriver;
    /** The person of this test: books and a chat of their own. */
    let ownerId: string;
    const transactions = async () => (await fixture.core.portfolio.transactions.list(ownerId, {})).items;
    before(async () => {
      fixture = await chatFixture();
    });
    after(() => fixture.close());
    beforeEach(async () => {
      ({ ownerId, chat } = await fixture.newcomer(transport));
    });

    told(
      '/add_transaction in one line asks, records on the press, says who did it, and can be undone',
      async () => {
        await chat.says('/add_transaction BUY TCS 10 3200 2024-01-05');
        const card = await chat.reply();
        assert.equal(
          card.text,
          'Record this?\nBUY 10 TCS at ₹3,200.00\n5 Jan 2024, into Main (a new portfolio)\nAmount ₹32,000.00',
        );
        assert.deepEqual(labels(card), ['✓ Record', '✗ Cancel']);
        assert.deepEqual(await transactions(), []);

        await chat.presses('✓ Record');
        const done = await chat.edited();
        assert.equal(done.id, card.id);
        assert.match(
          done.text,
          /^Recorded\nBUY 10 TCS at ₹3,200\.00\n5 Jan 2024, in Main\nBy \w+, .* IST\.$/,
        );
        const [made] = await transactions();
        assert.deepEqual(
          [made?.symbol, made?.type, made?.quantity, made?.price, made?.date, made?.portfolio, made?.source],
          ['TCS', 'BUY', 10, 3200, '2024-01-05', 'Main', 'CHAT'],
        );

        await chat.presses('↶ Undo');
        assert.match((await chat.edited()).text, /^Undone\nBUY 10 TCS/);
        assert.deepEqual(await transactions(), []);
      },
    );

    told(
      '/price_interval says and sets for how many days a price by hand counts, for one holding too',
      async () => {
        const ask = async (text: string) => {
          await chat.says(text);
          return (await chat.reply()).text;
        };
        const oyo = {
          portfolio: 'Main',
          symbol: 'OYO',
          asset_class: 'Unlisted',
          currency: 'INR',
          quantity: 1,
          avg_buy_price: 10,
        };
        await fixture.core.portfolio.holdings.create(ownerId, oyo, { actor: 'test' });
        assert.match(await ask('/price_interval'), /^Prices that you enter count for 90 days\./);
        assert.match(
          await ask('/price_interval 120'),
          /^Prices that you enter now count for 120 days\.\nBy \w+, .* IST\.$/,
        );
        assert.match(
          await ask('/price_interval 365 OYO'),
          /^A price that you enter for OYO now counts for 365 days\.\nBy /,
        );
        assert.match(await ask('/price_interval'), /count for 120 days\..*\nOYO in Main: 365 days\n/);
        assert.match(await ask('/price_interval 2000'), /is not a number of days from 1 to 1096/);
      },
    );

    told(
      '/add_transaction TRANSFER_IN records what was held before the records begin: at a cost that is not known',
      async () => {
        await chat.says('/add_transaction TRANSFER_IN TCS 10 0 2019-03-31');
        const card = await chat.reply();
        assert.equal(
          card.text,
          'Record this?\nTRANSFER_IN 10 TCS, cost unknown\n31 Mar 2019, into Main (a new portfolio)',
        );
        await chat.presses('✓ Record');
        assert.match((await chat.edited()).text, /^Recorded\nTRANSFER_IN 10 TCS, cost unknown\n/);
        const [made] = await transactions();
        assert.deepEqual([made?.type, made?.quantity, made?.price], ['TRANSFER_IN', 10, null]);
        await chat.says('/add_transaction TRANSFER_IN TCS 10 3200 2019-03-31');
        assert.match((await chat.reply()).text, /A TRANSFER_IN has price 0/);
        await chat.says('/add_transaction FRACTION TCS 1 3200 2019-03-31');
        assert.match((await chat.reply()).text, /FRACTION/);
        assert.equal((await transactions()).length, 1);
      },
    );

    told('cancelling records nothing and the card says so', async () => {
      await chat.says('/add_transaction SELL TCS 5 3300 2024-02-01');
      await chat.reply();
      await chat.presses('✗ Cancel');
      const edited = await chat.edited();
      assert.match(edited.text, /^Not recorded\. By \w+,/);
      assert.deepEqual(labels(edited), []);
      assert.deepEqual(await transactions(), []);
    });

    told('the same trade a second time is refused in the pressed message, nothing changed', async () => {
      for (const expected of [/^Recorded/, /already recorded.*Nothing was changed\.$/s]) {
        await chat.says('/add_transaction BUY INFY 1 1500 2024-01-05');
        await chat.reply();
        await chat.presses('✓ Record');
        assert.match((await chat.edited()).text, expected);
      }
      assert.equal((await transactions()).length, 1);
    });

    told(
      'the dialogue asks for what is missing, repeats a question that was answered wrongly, and ends in the same card',
      async () => {
        await chat.says('/add_transaction');
        assert.match((await chat.reply()).text, /New transaction/);
        const first = await chat.reply();
        assert.equal(first.text, 'What type of transaction?');
        assert.ok(labels(first).includes('DIVIDEND'));
        await chat.presses('BUY');
        assert.equal((await chat.edited()).text, 'What type of transaction?\nBUY');
        assert.equal((await chat.reply()).text, 'Which symbol?');
        await chat.says('tcs');
        assert.equal((await chat.reply()).text, 'How many units?');
        await chat.says('ten');
        assert.match((await chat.reply()).text, /^That is not a quantity.*\nHow many units\?/);
        await chat.says('10');
        assert.equal((await chat.reply()).text, 'At what price per unit?');
        await chat.says('3,200');
        const day = await chat.reply();
        assert.deepEqual(labels(day), ['Today', 'Yesterday']);
        await chat.says('05-01-2024');
        assert.match((await chat.reply()).text, /^Record this\?\nBUY 10 TCS at ₹3,200\.00\n5 Jan 2024/);
        await chat.presses('✓ Record');
        assert.match((await chat.edited()).text, /^Recorded/);
        assert.equal((await transactions()).length, 1);
      },
    );

    told('/cancel stops a waiting dialogue, another command leaves it, and the chat answers on', async () => {
      await chat.says('/add_transaction BUY TCS');
      await chat.reply();
      assert.equal((await chat.reply()).text, 'How many units?');
      await chat.says('/cancel');
      assert.equal((await chat.reply()).text, 'Stopped. Nothing was changed.');
      await chat.says('10');
      assert.match((await chat.reply()).text, /I did not understand that/);

      await chat.says('/add_transaction BUY TCS');
      await chat.reply();
      await chat.reply();
      await chat.says('/format compact');
      assert.match((await chat.reply()).text, /now short/);
      await chat.says('10');
      assert.match((await chat.reply()).text, /I did not understand that/);
      assert.deepEqual(await transactions(), []);
    });

    told('a dialogue goes on after the bot was restarted', async () => {
      await chat.says('/add_transaction BUY TCS');
      await chat.reply();
      await chat.reply();
      await chat.settled();
      await fixture.restart();
      await chat.says('10');
      assert.equal((await chat.reply()).text, 'At what price per unit?');
    });

    told('buttons of other messages work while a dialogue waits', async () => {
      await chat.says('/format');
      await chat.reply();
      await chat.says('/add_transaction BUY TCS');
      await chat.reply();
      assert.equal((await chat.reply()).text, 'How many units?');
      await chat.presses('compact');
      assert.match((await chat.edited()).text, /now short/);
      await chat.says('10');
      assert.equal((await chat.reply()).text, 'At what price per unit?');
    });

    told('/remove_symbol without a symbol offers those that are held', async () => {
      for (const symbol of ['TCS', 'INFY']) {
        const trade = {
          portfolio: 'Zerodha',
          symbol,
          date: '2024-01-05',
          type: 'BUY',
          quantity: 10,
          price: 3200,
          currency: 'INR',
        };
        await fixture.core.portfolio.transactions.create(ownerId, trade, { actor: 'test' });
      }
      await chat.says('/remove_symbol');
      const picker = await chat.reply();
      assert.match(picker.text, /^Which symbol\?\nOr send it: \/remove_symbol SYMBOL/);
      assert.deepEqual(labels(picker), ['INFY', 'TCS']);
      await chat.presses('TCS');
      assert.match((await chat.edited()).text, /^Remove TCS from Zerodha\?/);
      await chat.presses('✗ Keep');
      assert.match((await chat.edited()).text, /^TCS kept\. By /);
      assert.equal((await transactions()).length, 2);
    });

    told(
      '/remove_symbol asks which portfolio, removes on the press, and brings everything back on undo',
      async () => {
        const by = { actor: 'test' };
        for (const portfolio of ['Zerodha', 'Family']) {
          const trade = {
            portfolio,
            symbol: 'TCS',
            date: '2024-01-05',
            type: 'BUY',
            quantity: 10,
            price: 3200,
            currency: 'INR',
          };
          await fixture.core.portfolio.transactions.create(ownerId, trade, by);
        }
        await chat.says('/remove_symbol TCS');
        const which = await chat.reply();
        assert.match(which.text, /several portfolios/);
        assert.deepEqual(labels(which), ['Family', 'Zerodha']);
        await chat.presses('Family');
        const card = await chat.edited();
        assert.match(
          card.text,
          /^Remove TCS from Family\?\n1 transaction and a holding of 10 will be removed too/,
        );
        await chat.presses('✓ Remove');
        const gone = await chat.edited();
        assert.match(gone.text, /^TCS removed from Family\n1 transaction removed too\.\nBy \w+,/);
        assert.deepEqual(
          (await transactions()).map((row) => row.portfolio),
          ['Zerodha'],
        );
        await chat.presses('↶ Undo');
        assert.match((await chat.edited()).text, /^TCS is back in Family/);
        assert.equal((await transactions()).length, 2);
      },
    );

    told(
      'Chat: what cannot be recorded is answered with the usage line, not offered for confirmation',
      async () => {
        for (const [words, why] of [
          [
            'DIVIDEND TCS 10 0 2024-01-05',
            /^The price must be above zero for DIVIDEND\.\nUsage: .*\nExample: /,
          ],
          [
            'BUY TCS 10 5 2024-01-05 networth',
            /^Networth is the total of all portfolios.*\nUsage: .*\nExample: /,
          ],
        ] as const) {
          await chat.says(`/add_transaction ${words}`);
          const reply = await chat.reply();
          assert.match(reply.text, why);
          assert.deepEqual(labels(reply), []);
        }
      },
    );

    told(
      'Chat: /remove_symbol of what is not there is answered with its usage line and an example',
      async () => {
        await chat.says('/remove_symbol NOPE');
        assert.equal(
          (await chat.reply()).text,
          'You have no NOPE. Send /holding for the list.\nUsage: /remove_symbol SYMBOL [portfolio]\nExample: /remove_symbol TCS',
        );
      },
    );

    told('a CSV is previewed, imported on the press, and a second time changes nothing', async () => {
      const csv = tradebookFile(
        'TCS,INE467B01029,2021-01-04,NSE,EQ,EQ,buy,false,5,3000.5,101,9001,2021-01-04T10:00:00',
        'TCS,INE467B01029,2021-02-04,NSE,EQ,EQ,sell,false,2,3100,102,9002,2021-02-04T10:00:00',
        'INFY,INE009A01021,2021-02-30,NSE,EQ,EQ,buy,false,2,1300,103,9003,2021-02-28T10:00:00',
      );
      for (const expected of [
        /^Imported\n2 rows, 1 symbol/,
        /^Nothing new in this file\n2 rows already recorded/,
      ]) {
        await chat.sendsFile('tradebook.csv', Buffer.from(csv));
        const preview = await chat.reply();
        assert.match(
          preview.text,
          /^tradebook\.csv\n.*3 rows of transactions\n2 rows can be imported, 1 with problems/,
        );
        assert.match(preview.text, /4 Jan 21\s+BUY\s+TCS\s+5\s+3000\.5/);
        assert.match(preview.text, /Row 4, date:/);
        await chat.presses('✓ Import into Zerodha');
        assert.match((await chat.edited()).text, expected);
      }
      assert.equal((await transactions()).length, 2);
    });

    told('a file that is no table is refused with what to do, and nothing is written', async () => {
      await chat.sendsFile('report.csv', Buffer.from('%PDF-1.7 not a table'));
      assert.match((await chat.reply()).text, /PDF/);
      assert.deepEqual(await transactions(), []);
    });
  });
}
