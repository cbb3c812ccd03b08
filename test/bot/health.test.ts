import assert from 'node:assert/strict';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';
import { heldClock } from '../support/core.ts';
import { recordedDifference } from '../support/recorded-difference.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import { inTurn } from '../support/soak.ts';

const by = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
RELIANCE,Reliance Industries Limited,EQ,29-NOV-1995,10,1,INE002A01018,10
`;

for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}: quality of the figures`, () => {
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

    const hold = async (symbol: string, over: Record<string, unknown> = {}) =>
      await fixture.core.portfolio.holdings.create(
        ownerId,
        {
          portfolio: 'Main',
          symbol,
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 10,
          avg_buy_price: 50,
          ...over,
        },
        by,
      );
    const trade = async (symbol: string, over: Record<string, unknown>) =>
      await fixture.core.portfolio.transactions.create(
        ownerId,
        { portfolio: 'Main', symbol, date: '2024-03-01', quantity: 2, price: 0, currency: 'INR', ...over },
        by,
      );

    told('/live_status answers at once, and again when the prices are in', async () => {
      const yahoo = await new YahooServer({
        'TCS.NS': { price: 60, closes: [59, 60], day: '2026-03-02' },
      }).start();
      const own = await chatFixture({
        clock: heldClock('2026-03-02T06:00:00.000Z'),
        environment: { YAHOO_BASE_URL: yahoo.url },
      });
      try {
        const person = await own.person(transport);
        await own.core.portfolio.holdings.create(
          own.ownerId,
          {
            portfolio: 'Main',
            symbol: 'TCS',
            asset_class: 'Indian Equity',
            currency: 'INR',
            quantity: 10,
            avg_buy_price: 50,
          },
          by,
        );
        const answer = yahoo.hold(/TCS/);
        await person.says('/live_status');
        const first = await person.reply();
        assert.match(first.text, /^Live\nValue unknown[\s\S]*Refreshing prices/);
        answer();
        const second = await eventually('the message changes', async () =>
          (await person.messages()).find(({ id, text }) => id === first.id && !text.includes('Refreshing')),
        );
        assert.match(second.text, /^Live\nValue ₹600\.00\nToday \+₹10\.00/);
        // Fresh by now: nobody is asked.
        const asked = yahoo.requests.length;
        await person.says('/live_status');
        assert.doesNotMatch((await person.reply()).text, /Refreshing/);
        assert.equal(yahoo.requests.length, asked);
      } finally {
        await own.close();
        await yahoo.close();
      }
    });

    told('/health counts first; each list is a press away, page by page', async () => {
      for (let at = 1; at <= 9; at += 1) await hold(`S${at}`);
      await trade('NEVER', { type: 'SPLIT' });
      await fixture.core.prices.refresh(ownerId);
      await chat.says('/health');
      const card = await chat.reply();
      assert.match(card.text, /0 up to date, 9 without a price/);
      assert.match(card.text, /9 holdings failed at the last refresh/);
      assert.match(card.text, /No exchange list imported/);
      assert.match(card.text, /1 transaction excluded/);
      assert.match(
        card.text,
        /Calendars\nNSE: sessions known until 31 Dec 2026, settlement days until 31 Dec 2026\./,
      );
      // Of backups the owner of the installation alone hears.
      assert.doesNotMatch(card.text, /Backups/);
      assert.deepEqual(labels(card), ['Prices', 'Excluded', '↻ Refresh']);
      await chat.presses('Prices');
      const first = await chat.edited();
      assert.match(first.text, /^Prices to check, 1 to 8 of 9/);
      assert.match(first.text, /S1 \(Main\): no price\nNo active price source covers it\.\nNo price since/);
      await chat.presses('Next ▶ (2/2)');
      assert.match((await chat.edited()).text, /^Prices to check, 9 to 9 of 9/);
      await chat.says('/health rows');
      assert.match(
        (await chat.reply()).text,
        /1 Mar 2024: SPLIT 2 NEVER .*\(Main\)\nNo NEVER was held on 1 Mar 2024, so there was nothing to split\./,
      );
    });

    told('/health tells the owner of the installation about backups', async () => {
      await hold('S1');
      const { backups } = fixture.core;
      const { overview } = backups;
      const line = { tone: 'ok', text: 'Last backup: 2 Mar 2026, 02:30 IST, 12.3 MB.' } as const;
      Object.assign(backups, { overview: async () => ({ ...(await backups.read()), lines: [line] }) });
      try {
        await chat.says('/health');
        assert.match((await chat.reply()).text, /\nBackups\nLast backup: 2 Mar 2026, 02:30 IST, 12\.3 MB\.$/);
      } finally {
        Object.assign(backups, { overview });
      }
    });

    told('/health counts the recorded values that differ, and lists them with their cause', async () => {
      await recordedDifference(fixture.core, ownerId, 'OLDFILE');
      await chat.says('/health');
      assert.match(
        (await chat.reply()).text,
        /1 of 1 recorded day differs from the recalculated value: \/health recorded\n.+: Transactions were entered by hand on /,
      );
      await chat.presses('Recorded values');
      const list = await chat.edited();
      assert.match(
        list.text,
        /^Recorded and recalculated values\n\n.*\nRecorded ₹500\.00, recalculated ₹1,000\.00 \(\+?100\.00%\)\nTransactions were entered by hand on /,
      );
      assert.ok(labels(list).includes('Transactions'));
    });

    told('/health says of a last value from closes that it was not measured', async () => {
      await hold('TCS');
      await fixture.core.portfolio.snapshots.take(ownerId);
      await fixture.core.database.systemPool.query(
        `update portfolio.snapshots set source = 'FROM_CLOSES', units = null where owner_user_id = $1`,
        [ownerId],
      );
      await chat.says('/health');
      assert.match((await chat.reply()).text, /\nLast hourly value: .+ \(from closes, not measured\)\n/);
    });

    told('/health check audits the books now, and a notice of a difference leads to it', async () => {
      const row = { date: '2021-01-06', type: 'BUY', quantity: 10, price: 10 };
      await trade('AUDIT', row);
      await chat.says('/health audit');
      const first = await chat.reply();
      assert.match(first.text, /^Audit of your books\nNo audit yet\./);
      await chat.presses('Check now');
      const well = await chat.edited();
      assert.match(well.text, /^Audit of your books, just now\nNo differences found\./);
      assert.match(well.text, /✓ Open tax lots have the units of each holding/);
      assert.match(well.text, /\? Total value is the sum of holdings: not compared\. No price for AUDIT\./);
      await fixture.core.database.systemPool.query(
        `update portfolio.holdings set quantity = 11 where symbol = 'AUDIT' and owner_user_id = $1`,
        [ownerId],
      );
      await chat.says('check my books');
      const found = await chat.reply();
      assert.match(
        found.text,
        /✗ Open tax lots have the units of each holding\nTax, remaining lots 10 units against Holdings, quantity 11 units \(AUDIT in Main\)\./,
      );
    });

    told(
      'portfolio/Price refresh rules 4: a refused fund value is accepted by a press, once, and the message says by whom',
      async () => {
        const fund = await hold('FLEXI', {
          asset_class: 'Mutual Fund',
          isin: 'INF879O01027',
          current_price: 100,
        });
        await fixture.core.portfolio.quotes.record(ownerId, [
          {
            holding_id: fund.id,
            status: 'FAILED',
            reason: 'GUARD_REJECTED',
            tried: [],
            quote: { price: 120, previous_close: null, as_of: '2026-03-02', source: 'AMFI' },
          },
        ]);
        await chat.says('/health funds');
        const card = await chat.reply();
        assert.match(card.text, /Kept ₹100\.00, rejected ₹120\.00 of 2 Mar 2026 \(\+20\.00 ?%\)/);
        await chat.presses('Accept ₹120.00 for FLEXI');
        assert.match((await chat.edited()).text, /^FLEXI is now valued at ₹120\.00\.\nBy \w+, .*IST\.$/);
        const { current_price } = await fixture.core.portfolio.holdings.get(ownerId, fund.id);
        assert.equal(current_price, 120);
      },
    );

    told('/health instruments: what a word means is said by a press, or that it does not', async () => {
      // Instruments are everybody's: the installation's owner decides.
      ({ ownerId } = fixture);
      chat = await fixture.person(transport);
      const lists = [
        { name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) },
        { name: 'a.csv', bytes: Buffer.from('alias,kind,status,symbol\nRIL,BROKER,PROPOSED,RELIANCE\n') },
      ];
      for (const list of lists) await fixture.core.instruments.importLists([list], {});
      await hold('RELIND', { name: 'Reliance Industries Ltd' });
      await chat.says('/health instruments');
      const card = await chat.reply();
      assert.deepEqual(labels(card), ['RIL is RELIANCE', 'Not a match', 'RELIND is RELIANCE', 'All counts']);
      await chat.presses('RELIND is RELIANCE');
      assert.match(
        (await chat.edited()).text,
        /^RELIND now means RELIANCE, Reliance Industries Limited\.\nBy \w+, .*IST\.$/,
      );
      await chat.says('/health instruments');
      assert.deepEqual(labels(await chat.reply()), ['RIL is RELIANCE', 'Not a match', 'All counts']);
      await chat.presses('Not a match');
      assert.match((await chat.edited()).text, /^RIL will not be matched to RELIANCE.*\.\nBy \w+, .*IST\.$/);
      await chat.says('/health instruments');
      assert.match((await chat.reply()).text, /All instruments are identified/);
    });

    told(
      '/add_transaction knows the exchange’s list: a name is asked back with what may be meant, and a word can stay as it is',
      async () => {
        await fixture.core.instruments.importLists(
          [{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }],
          {},
        );
        await chat.says('/add_transaction BUY');
        await chat.reply();
        assert.equal((await chat.reply()).text, 'Which symbol?');
        await chat.says('reliance ind');
        const asked = await chat.reply();
        assert.match(asked.text, /^I do not recognise that\. Did you mean RELIANCE · Reliance/);
        assert.deepEqual(labels(asked), ['RELIANCE · Reliance Industries Limited']);
        await chat.presses('RELIANCE · Reliance Industries Limited');
        await chat.edited();
        assert.equal((await chat.reply()).text, 'How many units?');
        await chat.says('/cancel');
        await chat.reply();
        await chat.says('/add_transaction BUY RELI 10 100 2024-01-05');
        assert.match(
          (await chat.reply()).text,
          /I do not recognise RELI\. Did you mean .*To use it anyway, send =RELI\./,
        );
        await chat.says('/add_transaction BUY =RELI 10 100 2024-01-05');
        assert.match((await chat.reply()).text, /^Record this\?\nBUY 10 RELI at/);
        await chat.says('/add_transaction BUY ZZZ 10 100 2024-01-05');
        assert.match((await chat.reply()).text, /^Record this\?\nBUY 10 ZZZ at/);
      },
    );
  });
}
