import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';

const by = { actor: 'test' };

describe('answers in the chat while a corporate action waits', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ clock: heldClock('2026-03-02T06:00:00.000Z') });
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

  it('holdings, one holding, net worth, risk and the overview say which action waits, until it is decided', async () => {
    const mark =
      '1 corporate action waits for your decision: IRCTC 5 for 1 split. Until then this may change. Apply or decline it under Corporate actions (/actions in the chat).';
    const asked = ['/holding', '/holding IRCTC', '/networth', '/risk', '/complete_status'];
    for (const words of asked) {
      const text = await answer(words);
      assert.equal(text.split(mark).length, 2, `${words}: ${text}`);
    }
    assert.ok(!(await answer('/holding TCS')).includes(mark));
    const { corporateActions } = fixture.core;
    await corporateActions.apply(fixture.ownerId, 'all', by);
    for (const words of asked) assert.ok(!(await answer(words)).includes('waits for your decision'), words);
  });
});
