import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { ImportPreview } from '../../../../core/portfolio/index.ts';
import type { ChatDriver } from '../../../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../../../support/chat-fixture.ts';
import { NOBODY_OUTSIDE } from '../../../support/outside.ts';

// More rows of each kind than one answer lists (10,000): 3 that can be imported, 10,007 invalid ones of which each has two
// problems (day and quantity), and 10,011 that are left out, 11 of them for another reason than the rest.
const VALID = 3;
const INVALID = 10_007;
const CASH = 10_000;
const CUSTOM = 11;
const LISTED = 10_000;

const repeated = (times: number, row: string): string[] => Array.from({ length: times }, () => row);
const HEADER = 'Symbol,Date,Type,Quantity,Price';
/** Rows with two problems each. */
const wrong = (times: number) => repeated(times, 'INFY,someday,BUY,many,1500');
const FILE = [
  HEADER,
  ...Array.from({ length: VALID }, (_, index) => `TCS,2024-01-0${index + 1},BUY,5,3200`),
  ...wrong(INVALID),
  ...repeated(CASH, 'CASH,2024-01-05,DEPOSIT,1,500'),
  ...repeated(CUSTOM, 'CASH,2024-01-05,CUSTOM,1,500'),
].join('\n');

// Of a file with 12,000 bad rows the answer listed those of 10,000, and every total was counted from that list: the page
// and the chat said "10,000 with problems", and the commit "10,000 skipped".
describe('portfolio/csv: an import of which more rows are wrong than an answer lists', () => {
  let fixture: ChatFixture;
  let person: ChatDriver;
  /** The chat's reply to the upload. */
  let told: string;
  let import_id: string;
  before(async () => {
    fixture = await chatFixture({ environment: NOBODY_OUTSIDE });
    person = await fixture.person('local');
    await person.sendsFile('many.csv', Buffer.from(FILE), 'Many');
    told = (await person.reply()).text;
    const { rows } = await fixture.core.database.systemPool.query<{ id: string }>(
      'select id::text from portfolio.imports',
    );
    import_id = rows[0]?.id ?? '';
  });
  after(() => fixture.close());

  const imports = () => fixture.core.portfolio.imports;
  // Who imports in the chat is answered there, and not told once more.
  const by = { actor: 'chat:local:1' };

  /** What holds of the file before it is committed and after. */
  const assertTotals = (preview: ImportPreview): void => {
    assert.deepEqual(
      [preview.total_rows, preview.valid_rows, preview.invalid_rows, preview.excluded_count],
      [VALID + INVALID + CASH + CUSTOM, VALID, INVALID, CASH + CUSTOM],
    );
    assert.equal(preview.issue_count, 2 * INVALID);
  };

  it('portfolio/Endpoints csv/upload: counts every invalid row, and says how many problems are listed', async () => {
    const preview = await imports().get(fixture.ownerId, import_id);
    assertTotals(preview);
    assert.deepEqual([preview.issue_rows.length, preview.issues_listed], [2 * LISTED, 2 * LISTED]);
    // The header is row 1, so the first invalid row is the one after it and the three valid ones.
    assert.deepEqual([preview.issue_rows[0]?.row, preview.issue_rows.at(-1)?.row], [5, 4 + LISTED]);
    assert.equal(preview.excluded_rows.length, LISTED);
    assert.deepEqual(
      preview.excluded_reasons.map(({ rows }) => rows),
      [CASH, CUSTOM],
    );
  });

  it('the chat shows the true totals, and each reason with its rows', async () => {
    assert.match(told, /3 rows can be imported, 10,007 with problems, 10,011 excluded/);
    // Four problems are shown, of 20,014.
    assert.match(told, /and 20,010 more/);
    assert.match(told, /10,000 rows: "?DEPOSIT"? is a cash movement/i);
    assert.match(told, /11 rows: /);
    await person.presses('✓ Import into Many');
    assert.match((await person.edited()).text, /10,007 rows with problems kept/);
  });

  it('portfolio/Endpoints csv/commit: counts all that was skipped; what was read stays true afterwards', async () => {
    // The second commit of an import answers the first one's result.
    const result = await imports().commit(fixture.ownerId, { import_id }, by);
    assert.deepEqual([result.imported, result.skipped], [VALID, INVALID]);
    assert.deepEqual(result.skipped_reasons, {
      already_recorded: 0,
      repeated_in_file: 0,
      not_valid: INVALID,
    });
    assert.deepEqual([result.issue_count, result.issues_listed], [2 * INVALID, 2 * LISTED]);
    assert.equal(result.issues.length, result.issues_listed);
    const later = await imports().get(fixture.ownerId, import_id);
    assertTotals(later);
    const { corporate_actions, ...written } = result;
    assert.deepEqual(corporate_actions, { applied: 0, open: 0 });
    assert.deepEqual(later.committed, written);
  });

  it('counts the problems of the chosen rows alone where only some are committed, without those of a corrected row', async () => {
    const file = [HEADER, 'TCS,2024-01-05,BUY,5,3200', ...wrong(5)].join('\n');
    const { import_id: small } = await imports().stage(fixture.ownerId, Readable.from([Buffer.from(file)]));
    const result = await imports().commit(
      fixture.ownerId,
      {
        import_id: small,
        rows: [2, 4, 5, 6],
        row_overrides: { 4: { date: '2024-02-01', quantity: '1' } },
      },
      by,
    );
    // One of the invalid rows is corrected, so it is imported and no longer skipped.
    assert.equal(result.imported, 2);
    assert.deepEqual([result.skipped_reasons.not_valid, result.issue_count, result.issues.length], [2, 4, 4]);
  });
});
