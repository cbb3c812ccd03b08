import assert from 'node:assert/strict';
import { COMMANDS } from '../../bot/catalogue.ts';
import { FIRST_BROKER } from '../../core/sample/household.ts';
import { chatFixture, type ChatFixture, endDialogue } from '../support/chat-fixture.ts';
import { isoDaysIn } from '../support/raw-days.ts';

/** What is shown of a subject of the sample, beside each command alone. */
const OF_THE_SAMPLE = [
  '/complete_status',
  '/holding SAMPLE-BANK',
  '/dividends 2025',
  '/dividends SAMPLE-BANK',
  '/transactions SAMPLE-BANK',
  '/pnl 1Y',
  '/benchmark 1Y',
  '/risk',
  '/report',
  '/upcoming 365',
  '/health check',
  '/health prices',
  '/health recorded',
  '/watchlist_add SAMPLE-BANK',
  '/alert SAMPLE-BANK above 4000',
  '/alerts',
  '/add_transaction BUY SAMPLE-BANK 5 600 2026-01-05',
  '/add_transaction BUY SAMPLE-BANK 5 600 2999-01-05',
  '/remove_symbol SAMPLE-BANK',
];

describe('contract/Chat: answers about the sample have their days in words', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture();
    await fixture.core.sample.show(fixture.ownerId);
  });
  after(() => fixture.close());

  it('no answer, no button and no notice has a day as 2024-03-01', async () => {
    const { core, ownerId } = fixture;
    const { rows } = await core.database.systemPool.query<{ id: string }>(
      'select id::text from identity.users where sample_of = $1',
      [ownerId],
    );
    const chat = await fixture.person('local', { ownerId: rows[0]?.id ?? assert.fail('no sample') });
    const found: string[] = [];
    const alone = COMMANDS.filter(({ name }) => name !== 'clear').map(({ name }) => `/${name}`);
    for (const line of [...alone, ...OF_THE_SAMPLE, `/complete_status ${FIRST_BROKER}`]) {
      await chat.says(line);
      const { text, keyboard } = await chat.reply();
      assert.ok(text.length > 0, line);
      const said = [text, ...keyboard.flat().map((button) => button.text)].join('\n');
      found.push(...isoDaysIn(said).map((day) => `${line}: ${day}`));
      await endDialogue(fixture, chat);
    }
    assert.deepEqual(found, []);
  });

  it('a day alone in a cell is found; one that a person types or typed is none', () => {
    for (const text of [
      'Bought 2024-03-01',
      'Day         Price\n2024-03-01  ₹5',
      'Since 2024-03-01T10:00:00Z',
    ])
      assert.equal(isoDaysIn(text).length, 1, text);
    const typed =
      'Send 2024-01-05 or today.\n/add_transaction BUY TCS 5 600 2024-01-05\n"2024-13-05" is not a date.';
    assert.deepEqual(isoDaysIn(typed), []);
  });
});
