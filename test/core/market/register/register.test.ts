import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  corporateActionRegister,
  createRegister,
  fateInWords,
  parseRegister,
} from '../../../../core/market/register/index.ts';

/** One row of each section, in the words of the file. */
const FILE: Readonly<Record<string, readonly string[]>> = {
  sources: ['one list', 'another list'],
  ratios: [
    '2021-10-28|RAILCO|S|5|1|INE9Z2A01018|INE9Z2A01026|C|0',
    '2001-02-05|OLDCO|X|2|1|||S|1',
    '2022-03-01|RAILCO|B|3|2|INE9Z2A01026||D|0',
  ],
  us_ratios: ['2020-08-31|RAILCO|S|4|1|C|1'],
  schemes: ['2023-07-13|GIVER|M|TAKER|42|25||C|0', '2024-01-02|GIVER|D|||||O|0'],
  renames: ['2022-12-05|OLDCO|NEWCO||0'],
  isins: ['2023-01-23|GOLDCO|INE9Z7A01012|0'],
  extinguished: [
    '2023-07-12|GIVER|INE9Z8A01010|2724.3|MERGED|42 TAKER 25|2023-07-13|C|0',
    '2016-02-09|BOUGHT|INE9Z9A01018|262.8|BOUGHT_OUT|262.80||R|1',
    '2015-06-22|NAMELESS|||UNKNOWN|||C|1',
  ],
};
const register = (over: typeof FILE = {}) =>
  createRegister(parseRegister(JSON.stringify({ ...FILE, ...over })));

describe('register of corporate actions', () => {
  it('ratios are found by a symbol, or by an ISIN of the share from before or after a new face value', () => {
    const dates = (symbols: string[], isins: string[], market: 'IN' | 'US' = 'IN') =>
      register()
        .ratiosOf({ symbols, isins }, market)
        .map(({ ex_date, kind, new_shares, old_shares }) => [ex_date, kind, new_shares, old_shares]);
    const both = [
      ['2021-10-28', 'SPLIT', '5', '1'],
      ['2022-03-01', 'BONUS', '3', '2'],
    ];
    assert.deepEqual(dates(['RAILCO'], []), both);
    // A third face value: the issuer and the kind of security, the first nine characters, stay.
    assert.deepEqual(dates(['500123'], ['INE9Z2A01034']), both);
    assert.deepEqual(dates(['RAILCO'], [], 'US'), [['2020-08-31', 'SPLIT', '4', '1']]);
    assert.deepEqual(dates(['ELSE'], ['INE9Z3A01016']), []);
  });

  it('a row keeps how well it is known, its source, and that it may be a split or a bonus', () => {
    const [old] = register().ratiosOf({ symbols: ['OLDCO'], isins: [] }, 'IN');
    assert.deepEqual([old?.evidence, old?.source, old?.is_kind_known], ['SINGLE', 'another list', false]);
    assert.deepEqual(
      register()
        .schemesOf(['GIVER'])
        .map(({ kind, into_symbol, new_shares, evidence }) => [kind, into_symbol, new_shares, evidence]),
      [
        ['MERGER', 'TAKER', '42', 'CONFIRMED'],
        ['DEMERGER', null, null, 'DATE_ONLY'],
      ],
    );
  });

  it('an ISIN leads to the symbols that it had at NSE', () => {
    assert.deepEqual(register().symbolsOf(['INE9Z7A01012', 'INE9Z8A01010']), [
      { symbol: 'GOLDCO', on: '2023-01-23' },
      { symbol: 'GIVER', on: '2023-07-12' },
    ]);
  });

  it('the fate of a share is that of its ISIN, else of its symbol, and not of a share that traded later', () => {
    const fate = (symbols: string[], isins: string[], until?: string) => {
      const found = register().fateOf({ symbols, isins, until: until ?? null });
      return found === null ? null : fateInWords(found);
    };
    const merged = 'GIVER last traded on NSE on 12 Jul 2023 at ₹2724.3. It merged into TAKER: 42 for 25.';
    assert.equal(fate(['GIVER'], []), merged);
    assert.equal(fate(['OTHER'], ['INE9Z8A01010']), merged);
    assert.equal(fate(['GIVER'], ['INE9Z3A01016']), null);
    assert.equal(fate(['GIVER'], [], '2024-01-01'), null);
    assert.equal(
      fate(['BOUGHT'], []),
      'BOUGHT last traded on NSE on 9 Feb 2016 at ₹262.8. It was delisted by an offer of ₹262.80 for a share. No public source confirms this, so check it.',
    );
    assert.equal(
      fate(['NAMELESS'], []),
      'NAMELESS last traded on NSE on 22 Jun 2015. What its holders received is unknown.',
    );
  });

  it('a row that cannot be read is named with its section', () => {
    const wrong: [typeof FILE, RegExp][] = [
      [{ ratios: ['2021-10-28|RAILCO|S|five|1|||C|0'] }, /ratios: "2021-10-28\|RAILCO\|S\|five/],
      [{ ratios: ['2021-10-28|RAILCO|S|5|1|||X|0'] }, /ratios: /],
      [{ renames: ['2022-12-05|OLD CO|NEWCO||0'] }, /renames: /],
      [{ extinguished: ['2023-07-12|GIVER|||GONE|||C|0'] }, /extinguished: /],
      [{ schemes: ['2023-07-13|GIVER|M|TAKER|42|25||C|7'] }, /no source 7/],
    ];
    for (const [over, said] of wrong) assert.throws(() => register(over), said);
    assert.throws(() => parseRegister('{"sources": []}'), /required/);
  });

  it('the shipped register is read once, and is small', async () => {
    assert.equal(await corporateActionRegister(), await corporateActionRegister());
    const text = await readFile(
      path.join(import.meta.dirname, '../../../../core/market/register/register.json'),
      'utf8',
    );
    assert.ok(text.length < 250_000);
    const { ratios, schemes, renames, extinguished } = parseRegister(text);
    assert.ok(ratios.length > 2000 && schemes.length > 200 && renames.length > 900);
    assert.ok(extinguished.length > 400);
    // A face value of IRCTC from 10 to 2 rupees.
    const [irctc] = ratios.filter(({ symbol }) => symbol === 'IRCTC');
    assert.deepEqual([irctc?.ex_date, irctc?.new_shares, irctc?.old_shares], ['2021-10-28', '5', '1']);
    for (const { kind, new_shares, old_shares, symbol } of ratios)
      assert.equal(Number(new_shares) > Number(old_shares), kind !== 'CONSOLIDATION', symbol);
  });

  it('the script makes it from CSV files, without the rows that sources contradict', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'register-'));
    try {
      const files: Record<string, string> = {
        splits:
          'symbol,symbol_now,isin_before,isin_after,ex_date,kind,new_shares,old_shares,face_from,face_to,status,source,confirmed_by,note\n' +
          'RAILCO,RAILCO,INE9Z2A01018,INE9Z2A01026,2021-10-28,split,5,1,10,2,confirmed,one list,,\n' +
          'FALSE,FALSE,,,2021-10-28,split_or_bonus,5,1,,,doubtful,one list,,"a, b"\n',
        bonuses:
          'symbol,symbol_now,isin,ex_date,new_shares,held_shares,status,source,confirmed_by,note\n' +
          'RAILCO,RAILCO,,2022-03-01,1,2,derived,one list,,\nFALSE,FALSE,,2022-03-01,1,2,contradicted,one list,,\n',
        us_splits: 'symbol,ex_date,kind,new_shares,old_shares,status,source,confirmed_by,note\n',
        schemes:
          'kind,ex_date,giver,giver_now,receiver,receiver_now,new_shares,held_shares,cost_pct_receiver,status,source,confirmed_by,check,note\n' +
          'demerger,2024-05-02,GIVER,GIVER,Unknown Symbol Limited,,1,6,,confirmed,one list,,,\n',
        symbol_changes:
          'symbol_old,symbol_new,date,company,isin,source,confirmed_by\nOLDCO,NEWCO,2022-12-05,New Company,,one list,\n',
        isin_changes:
          'symbol,symbol_now,isin_old,isin_new,first_day_new,last_day_old_seen,reason,source,confirmed_by\n' +
          'RAILCO,RAILCO,INE9Z2A01018,INE9Z2A01026,2021-10-28,,,one list,\n',
        extinguished:
          'symbol,isin,last_traded,last_close,fate,holders_got,effective_date,source,confirmed_by,note\n' +
          'SOLD,INE9Z9A01018,2016-02-09,262.8,cash,262.80 a share (offer),,recalled,,\n',
      };
      for (const [name, text] of Object.entries(files))
        await writeFile(path.join(folder, `${name}.csv`), text);
      const out = path.join(folder, 'register.json');
      const script = path.join(import.meta.dirname, '../../../../.ci/make-register.mjs');
      await promisify(execFile)(process.execPath, [script, folder, out]);
      const made = parseRegister(await readFile(out, 'utf8'));
      assert.deepEqual(
        made.ratios.map(({ symbol, kind, new_shares, old_shares, evidence }) => [
          symbol,
          kind,
          `${new_shares}:${old_shares}`,
          evidence,
        ]),
        [
          ['RAILCO', 'SPLIT', '5:1', 'CONFIRMED'],
          // One for two that are held: three from two.
          ['RAILCO', 'BONUS', '3:2', 'DERIVED'],
        ],
      );
      assert.deepEqual(
        made.schemes.map(({ into_symbol, new_shares }) => [into_symbol, new_shares]),
        [[null, '1']],
      );
      assert.deepEqual([made.isins, made.extinguished[0]?.received], [[], '262.80']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
