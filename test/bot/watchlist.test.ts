import assert from 'node:assert/strict';
import { heldClock, type HeldClock } from '../support/core.ts';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { NewsServer } from '../support/news-server.ts';
import { YahooServer } from '../support/yahoo-server.ts';

describe('watchlist and alerts in the chat', () => {
  let yahoo: YahooServer;
  let news: NewsServer;
  let fixture: ChatFixture;
  let chat: ChatDriver;
  let clock: HeldClock;
  before(async () => {
    yahoo = await new YahooServer({ 'TCS.NS': { price: 3000, closes: [2900, 3000] } }).start();
    news = await new NewsServer({
      'TCS share': [
        { title: 'A deal - The Paper', source: 'The Paper', pubDate: 'Mon, 02 Mar 2026 05:00:00 GMT' },
        { title: 'A rumour' },
      ],
    }).start();
    clock = heldClock('2026-03-02T06:00:00Z');
    fixture = await chatFixture({
      clock,
      environment: { YAHOO_BASE_URL: yahoo.url, NEWS_RSS_BASE_URL: `${news.url}/rss/search` },
    });
    chat = await fixture.person('telegram');
  });
  after(async () => {
    await fixture.close();
    await yahoo.close();
    await news.close();
  });
  const answer = async (text: string) => {
    await chat.says(text);
    return (await chat.reply()).text;
  };
  const press = async (label: string) => {
    await chat.presses(label);
    return (await chat.edited()).text;
  };

  it('portfolio/Chat-messaging commands, /watchlist: it starts empty; what is added shows price and change', async () => {
    assert.match(await answer('/watchlist'), /empty/);
    assert.match(await answer('/watchlist_remove'), /empty/);
    assert.match(
      await answer('/watchlist_add tcs'),
      /TCS added to your watchlist\nTCS ₹3,000\.00 \+3\.45%, 2 Mar 2026/,
    );
    assert.match(
      await answer('/watchlist_add NOWHERE'),
      /NOWHERE no price \(The source does not know the symbol\.\)/,
    );
    assert.match(await press('↶ Undo'), /NOWHERE removed from/);
    assert.equal(await answer('/watchlist'), 'Watchlist\nTCS ₹3,000.00 +3.45%, 2 Mar 2026');
    assert.match(await answer('/watchlist_add TCS'), /already/);
  });

  it('portfolio/Chat-messaging commands, /alert and /alerts: each kind, what is wrong, and their state', async () => {
    assert.match(
      await answer('/alert TCS above 3100'),
      /^Alert #\d+\nTCS at or above ₹3,100\.00\narmed, now ₹3,000\.00/,
    );
    assert.match(await answer('/alert TCS below 3500'), /already past this level/);
    assert.match(await press('↶ Undo'), / deleted/);
    assert.match(await answer('/alert everything drawdown 10'), /Everything falls 10% below its peak/);
    assert.match(await answer('/alert Nope drawdown 10'), /no portfolio named/);
    assert.match(
      await answer('/alert TCS drawdown 5'),
      /no portfolio named "TCS".*\n.*\nExample: \/alert everything drawdown 10/,
    );
    assert.match(await answer('/alert everything above 5'), /have no price/);
    assert.match(await answer('/alert everything drawdown 100'), /below 100/);
    assert.match(await answer('/alert TCS beside 3'), /not one of above, below, move, drawdown/);
    const all = await answer('/alerts');
    assert.match(all, /TCS at or above/);
    assert.match(all, /now unknown \(No value of the portfolio is recorded yet\.\)/);
  });

  it('Chat: every wrong argument of /alert is answered with its usage line and an example that fits', async () => {
    const usage = (wrong: string, example: string) =>
      `${wrong}\nUsage: /alert SYMBOL|portfolio|everything above|below|move|drawdown level\nExample: ${example}`;
    const fall = '/alert everything drawdown 10';
    assert.equal(
      await answer('/alert everything above 5'),
      usage('All portfolios together have no price. Use a drawdown alert for them.', fall),
    );
    assert.equal(
      await answer('/alert everything drawdown 100'),
      usage('The level must be below 100%.', fall),
    );
    assert.equal(
      await answer('/alert a$b above 5'),
      usage('"a$b" is not a symbol, one of your portfolios or the word everything.', '/alert TCS above 4000'),
    );
  });

  it('portfolio/Chat-messaging commands, /delete_alert: asks first, and can be undone', async () => {
    assert.match(await answer('/delete_alert 999'), /no alert #999/);
    await chat.says('/delete_alert');
    const picker = await chat.reply();
    assert.match(picker.text, /Which alert\?/);
    const asked = await press(labels(picker).find((label) => label.includes('TCS')) ?? '');
    assert.match(asked, /^Delete alert #\d+\?\nTCS at or above/);
    assert.match(await press('✓ Delete'), / deleted/);
    assert.match(await press('↶ Undo'), /Alert restored/);
    assert.equal((await fixture.core.watchlist.alerts.list(fixture.ownerId)).length, 2);
  });

  it('portfolio/Chat-messaging commands, /watchlist_remove: asks first, tells of alerts, and brings them back', async () => {
    assert.match(await answer('/watchlist_remove TSC'), /Did you mean TCS/);
    assert.match(await answer('/watchlist_remove TCS'), /Its alert will be deleted too/);
    assert.match(await press('✓ Remove'), /removed from your watchlist/);
    assert.equal((await fixture.core.watchlist.alerts.list(fixture.ownerId)).length, 1);
    assert.match(await press('↶ Undo'), /back on your watchlist/);
    assert.equal((await fixture.core.watchlist.alerts.list(fixture.ownerId)).length, 2);
  });

  it('portfolio/Chat-messaging commands, /stock_news: headlines with source and time; a fault is told', async () => {
    assert.match(
      await answer('/stock_news TCS'),
      /^News on TCS\n\nA deal\nThe Paper, 2 Mar 2026, 10:30 IST\n\nA rumour\nsource unknown, time unknown/,
    );
    news.fail({ kind: 'drop' });
    assert.match(await answer('/stock_news INFY'), /could not be reached/);
    news.calm();
  });
});
