import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCalendar, parseExtraEntries, readExtraFile } from '../../../../core/market/calendar/index.ts';

const HEADER = 'date,exchange,kind,reason,open,close\n';
const csv = (...lines: string[]) => parseExtraEntries(HEADER + lines.join('\n'), 'csv');

function calendarOf(...lines: string[]) {
  const { entries, errors } = csv(...lines);
  assert.deepEqual(errors, []);
  return createCalendar({ extra: entries });
}

describe("calendar: an operator's own entries", () => {
  it('a closure entered for NSE closes BSE too, settles nothing, and counts as known', () => {
    const calendar = calendarOf('2027-01-26,NSE,closed,Republic Day');
    assert.deepEqual(calendar.day('BSE', '2027-01-26'), {
      date: '2027-01-26',
      isSession: false,
      kind: 'HOLIDAY',
      reason: 'Republic Day',
      source: 'OPERATOR',
      confidence: 'CURATED',
    });
    assert.equal(calendar.isSettlementDay('NSE', '2027-01-26'), false);
    assert.equal(calendar.nextSession('NSE', '2027-01-25'), '2027-01-27');
    assert.equal(calendar.isSession('NYSE', '2027-01-26'), true);
    assert.equal(calendar.confidence('NSE', '2027-01-27'), 'WEEKDAY_RULE');
  });

  it('an entry overrides the table: hours of the announced Muhurat', () => {
    const calendar = calendarOf('2026-11-08,NSE,session,Muhurat trading,18:00,19:00');
    const { open, close } = calendar.sessionHours('NSE', '2026-11-08');
    assert.equal(open?.toISOString(), '2026-11-08T12:30:00.000Z');
    assert.equal(close?.toISOString(), '2026-11-08T13:30:00.000Z');
    assert.equal(calendar.isOpen('NSE', new Date('2026-11-08T18:30:00+05:30')), true);
    assert.equal(calendar.isSettlementDay('NSE', '2026-11-08'), false);
  });

  it('a holiday that is withdrawn trades and settles again', () => {
    const calendar = calendarOf('2026-10-20,NSE,session,Dussehra moved,09:15,15:30');
    assert.equal(calendar.isSession('NSE', '2026-10-20'), true);
    assert.equal(calendar.settlementDate('NSE', '2026-10-19'), '2026-10-20');
  });

  it('a weekday session may settle nothing, in whichever order the two are entered', () => {
    const session = '2027-10-29,NSE,session,Muhurat trading,18:00,19:00';
    const settlement = '2027-10-29,NSE,settlement_closed,Laxmi Pujan';
    for (const lines of [
      [session, settlement],
      [settlement, session],
    ]) {
      const calendar = calendarOf(...lines);
      assert.equal(calendar.isSession('NSE', '2027-10-29'), true);
      assert.equal(calendar.isSettlementDay('NSE', '2027-10-29'), false);
    }
  });

  it('a settlement holiday leaves trading alone', () => {
    const calendar = calendarOf('2027-04-01,BSE,settlement_closed,Annual bank closing');
    assert.equal(calendar.isSession('NSE', '2027-04-01'), true);
    assert.equal(calendar.settlementDate('NSE', '2027-03-31'), '2027-04-02');
  });

  it('a session without hours is open at unknown times', () => {
    const calendar = calendarOf('2027-02-07,NSE,session,Budget');
    assert.equal(calendar.isSession('NSE', '2027-02-07'), true);
    assert.equal(calendar.sessionHours('NSE', '2027-02-07').reason, 'Hours unknown: Budget');
  });

  it('portfolio/Policy rules 2: curated_until carries the curated calendar into a further year', () => {
    const calendar = calendarOf(
      '2027-01-26,NSE,closed,Republic Day',
      '2027-12-31,NSE,curated_until,Circular of December 2026',
    );
    assert.equal(calendar.curatedRange('NSE').to, '2027-12-31');
    assert.equal(calendar.confidence('NSE', '2027-01-27'), 'CURATED');
    assert.equal(calendar.confidence('NSE', '2028-01-03'), 'WEEKDAY_RULE');
    assert.equal(calendar.settlement('NSE', '2027-01-25').certain, true);
    assert.equal(calendar.curatedRange('NYSE').to, '2027-12-31');
  });

  it('bad rows are told by number and field, good ones are kept', () => {
    const { entries, errors } = csv(
      '2027-01-26,NSE,closed,Republic Day',
      '2027-02-30,NSE,closed,No such day',
      '2027-03-01,LSE,shut,Somewhere',
      '2027-03-02,NSE,closed,',
      '2027-03-03,NSE,session,Evening,18:00',
      '2027-03-04,NSE,session,Backwards,19:00,18:00',
      '2027-03-05,NSE,closed,Holiday,09:15,15:30',
      '2027-03-08,NSE,session,Bad clock,9:15,15:30',
      '2027-03-09,NSE,closed,Too many,,,more',
    );
    assert.deepEqual(
      entries.map(({ date }) => date),
      ['2027-01-26'],
    );
    assert.deepEqual(
      errors.map(({ row, field }) => `${row} ${field}`),
      ['2 date', '3 exchange', '3 kind', '4 reason', '5 null', '6 null', '7 null', '8 open', '9 null'],
    );
    assert.equal(errors[0]?.message, 'date must be a date such as 2027-01-26.');
    assert.equal(errors.at(-1)?.message, 'Unknown field: column 7.');
  });

  it('a day cannot be both closed and a session; repeating a row is harmless', () => {
    const { entries, errors } = csv(
      '2027-01-26,NSE,closed,Republic Day',
      '2027-01-26,BSE,closed,Republic Day',
      '2027-01-26,NSE,session,Special,09:15,15:30',
      '2027-01-26,NYSE,session,Elsewhere,09:30,16:00',
    );
    assert.equal(entries.length, 3);
    assert.deepEqual(
      errors.map(({ row, field }) => [row, field]),
      [[3, 'kind']],
    );
  });

  it('reads CSV with a byte order mark, CRLF, quotes, capitals in the header and blank lines', () => {
    const text =
      '\uFEFFDate,Exchange,Kind,Reason\r\n\r\n2027-01-26,NSE,closed,"Republic Day, ""75th"""\r\n2027-03-22,NSE,closed,"Holi\nsecond line"\r\n';
    const { entries, errors } = parseExtraEntries(text, 'csv');
    assert.deepEqual(errors, []);
    assert.deepEqual(
      entries.map(({ reason }) => reason),
      ['Republic Day, "75th"', 'Holi\nsecond line'],
    );
  });

  it('reads JSON, and refuses unknown fields and what is no list', () => {
    const good = { date: '2027-01-26', exchange: 'NSE', kind: 'closed', reason: 'Republic Day' };
    assert.equal(parseExtraEntries(JSON.stringify([good]), 'json').entries.length, 1);
    const odd = parseExtraEntries(
      JSON.stringify([{ ...good, note: 'x' }, 7, null, { ...good, date: 20270126 }]),
      'json',
    );
    assert.deepEqual(odd.entries, []);
    assert.deepEqual(
      odd.errors.map(({ row }) => row),
      [1, 2, 3, 4],
    );
    for (const text of ['{}', '{', ''])
      assert.deepEqual(
        parseExtraEntries(text, 'json').errors.map(({ row }) => row),
        [null],
        text,
      );
  });

  it('a file at fault as a whole is refused with one sentence', () => {
    const refusal = (text: string) => parseExtraEntries(text, 'csv').errors.map(({ message }) => message);
    assert.deepEqual(refusal(''), [
      'The header row is missing these columns: date, exchange, kind, reason. Add them.',
    ]);
    assert.deepEqual(refusal('date,exchange,kind\n'), [
      'The header row is missing these columns: reason. Add them.',
    ]);
    assert.deepEqual(refusal('date,date,exchange,kind,reason\n'), [
      'The header row has the same column twice.',
    ]);
    assert.deepEqual(refusal(`${HEADER}2027-01-26,NSE,closed,"Republic`), [
      'A quoted cell is never closed. Add the missing quotation mark.',
    ]);
    const row = '2027-01-26,NSE,closed,x\n';
    assert.match(refusal(HEADER + row.repeat(10_001))[0] ?? '', /the maximum is 10000/);
  });

  describe('as a file', () => {
    let folder = '';
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'calendar-'));
    });
    after(() => rm(folder, { recursive: true }));

    it('is read by its ending, and never throws for what an operator can get wrong', async () => {
      const file = (name: string) => path.join(folder, name);
      await writeFile(file('extra.csv'), `${HEADER}2027-01-26,NSE,closed,Republic Day\n`);
      await writeFile(file('extra.JSON'), '[]');
      await writeFile(file('large.csv'), Buffer.alloc(1_000_001, 'x'));
      assert.equal((await readExtraFile(file('extra.csv'))).entries.length, 1);
      assert.deepEqual(await readExtraFile(file('extra.JSON')), { entries: [], errors: [] });
      for (const [name, message] of [
        ['missing.csv', /ENOENT/],
        ['large.csv', /larger than 1 MB/],
        ['extra.xlsx', /must end in .csv or .json/],
      ] as const)
        assert.match((await readExtraFile(file(name))).errors[0]?.message ?? '', message);
    });
  });
});
