import assert from 'node:assert/strict';
import { startMarketCatchUp } from '../../jobs/market-catch-up.ts';
import { labels } from '../support/bot-api-messages.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { type MarketSources, marketSources } from '../support/market-sources.ts';
import { tradebookFile } from '../support/tradebook-rows.ts';

const BOOK = tradebookFile('TCS,INE467B01029,2023-03-01,NSE,EQ,EQ,buy,false,10,100,1,1,2023-03-01T10:00:00');

describe('a file dropped into the chat, with its prices on their way', () => {
  let sources: MarketSources;
  let fixture: ChatFixture;
  let loop: { stop(): Promise<void> };
  before(async () => {
    sources = await marketSources([{ symbol: 'TCS', isin: 'INE467B01029' }], {
      from: '2022-01-03',
      to: '2026-02-27',
      priceOn: () => 90,
    });
    sources.site.actions = [
      {
        symbol: 'TCS',
        isin: 'INE467B01029',
        subject: 'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 5/- Per Share',
        ex: '2024-06-03',
      },
    ];
    fixture = await chatFixture({ environment: sources.environment, isWired: true });
    loop = startMarketCatchUp(fixture.core);
  });
  after(async () => {
    await loop.stop();
    await fixture.close();
    await sources.close();
  });

  it('the answer goes on to what everything is worth, asks about the split, and offers the charts', async () => {
    const person = await fixture.person('telegram');
    const release = sources.yahoo.hold(/events=split/);
    await person.sendsFile('book.csv', Buffer.from(BOOK));
    await person.reply();
    await person.presses('✓ Import into Zerodha');
    assert.match((await person.edited()).text, /Imported\s+1 row, 1 symbol/);
    const shown = async (what: RegExp) =>
      await eventually(`an edit that says ${String(what)}`, async () => {
        const message = await person.edited();
        return what.test(message.text) ? message : null;
      });
    await shown(/Fetching \w+/);
    release();
    // 10 shares at 90.
    const last = await shown(/All holdings are worth ₹900 today\./);
    assert.match(last.text, /TCS/, 'the split that was announced');
    assert.deepEqual(labels(last).slice(-4), ['Status', 'Chart', 'Against NIFTY', '↶ Undo the import']);
  });
});
