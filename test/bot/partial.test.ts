import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { buyKnownShares, enterHoles, LAST_BOOK_DAY, writeBookCloses } from '../support/partial-book.ts';

describe('figures of a part of the holdings in the chat', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ clock: heldClock(`${LAST_BOOK_DAY}T11:00:00.000Z`) });
    await writeBookCloses(fixture.core);
    await buyKnownShares(fixture.core, fixture.ownerId);
    await enterHoles(fixture.core, fixture.ownerId);
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  async function answer(words: string) {
    await chat.says(words);
    const first = await chat.reply();
    // A picture with a long text comes before it.
    return first.text === '' ? { ...(await chat.reply()), photo: first.photo } : first;
  }

  it('/complete_status: the gain of four of six, and what to do about the two', async () => {
    const { text } = await answer('/complete_status');
    assert.match(text, /^Gain \+₹[\d,.]+ \(\+[\d.]+%\), covers 4 of 6 holdings; excluded: GIFT and OLD$/m);
    assert.match(
      text,
      /^Excluded from Invested and Gain: GIFT\. No cost is recorded\. Import the tradebook, or edit the holding and enter its average cost\.$/m,
    );
    assert.match(text, /^Excluded from [^:]*Gain[^:]*: OLD\. No price is known\. Refresh prices/m);
    assert.match(
      text,
      /^Today [+−]₹[\d,.]+ \([+−][\d.]+%\), covers 3 of 6 holdings; excluded: GIFT, GOLD and OLD$/m,
    );
    assert.doesNotMatch(text, /unknown/);
  });

  it('/benchmark and /risk: returns and falls of those with a price, with their pictures', async () => {
    const benchmark = await answer('/benchmark');
    assert.match(benchmark.text, /^1Y\s+[+−][\d.]+% /m);
    assert.match(benchmark.text, /^Covers 97\.5% of value; excluded: OLD\.$/m);
    assert.match(
      benchmark.text,
      /^Money-weighted \(XIRR\) [+−][\d.]+% a year, covers 2 of 6 holdings; excluded: GIFT, GOLD, MORE and OLD\.$/m,
    );
    assert.ok(benchmark.photo !== undefined);
    const risk = await answer('/risk');
    assert.match(risk.text, /^Maximum drawdown [\d.]+%: /m);
    assert.match(
      risk.text,
      /^Excluded: OLD\. Daily closes are missing since 30 Jan 2026\. Import daily prices with npm run import-prices\.$/m,
    );
    assert.ok(risk.photo !== undefined);
  });

  it('/xirr: every partial figure names its coverage, also the gain and the time-weighted return', async () => {
    const { text } = await answer('/xirr');
    assert.match(
      text,
      /^XIRR [+−][\d.]+% a year, covers 2 of 6 holdings; excluded: GIFT, GOLD, MORE and OLD$/m,
    );
    assert.match(text, /^Time-weighted [+−][\d.]+% a year, covers 97\.5% of value; excluded: OLD$/m);
    assert.match(text, /^Gain \+₹[\d,.]+ as of [^,]+, covers 4 of 6 holdings; excluded: GIFT and OLD$/m);
  });

  it('/chart months and /chart drawdown are drawn of the part, and their captions say so', async () => {
    for (const name of ['months', 'drawdown', 'benchmark']) {
      const drawn = await answer(`/chart ${name}`);
      assert.ok(drawn.photo !== undefined, name);
      assert.match(drawn.text, /^Covers 97\.5% of value; excluded: OLD\.$/m);
    }
  });
});
