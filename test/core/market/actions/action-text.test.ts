import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ReadAction, readActionText } from '../../../../core/market/actions/action-text.ts';

const told = (text: string, faceValue: string | null = '10') =>
  readActionText(text, faceValue).map(({ kind, new_shares, old_shares, amount, status }: ReadAction) =>
    [
      kind,
      ...(new_shares === null ? [] : [`${new_shares}/${old_shares}`]),
      ...(amount === null ? [] : [amount]),
      ...(status === 'READ' ? [] : ['UNREADABLE']),
    ].join(' '),
  );

describe('markets/Corporate actions: what an announcement says', () => {
  // A bonus of a for b makes a + b shares of b; face value from x to y makes x / y shares of one.
  const CASES: [string, string[]][] = [
    ['Bonus 1:1', ['BONUS 2/1']],
    ['Bonus 3:2', ['BONUS 5/2']],
    ['Bonus 2 : 1', ['BONUS 3/1']],
    ['Bonus-1:3', ['BONUS 4/3']],
    ['Bon-1:1', ['BONUS 2/1']],
    ['Bonus Issue 1:10', ['BONUS 11/10']],
    ['Bonus Shares In The Ratio Of 1:1', ['BONUS 2/1']],
    ['Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share', ['SPLIT 10/2']],
    ['Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share', ['SPLIT 2/1']],
    ['Face Value Split From Re 1/- To Re 0.50/-', ['SPLIT 1/0.5']],
    ['FV SPLIT RS.10 TO RS.2', ['SPLIT 10/2']],
    ['Fv Splt Frm Rs 10 To Re 1', ['SPLIT 10/1']],
    ['Stock  Split From Rs.5/- to Rs.1/-', ['SPLIT 5/1']],
    ['SUB - DIVISION FROM RS 10 TO RS 1', ['SPLIT 10/1']],
    ['Consolidation of Shares From Re 1/- Per Share To Rs 10/- Per Share', ['CONSOLIDATION 1/10']],
    ['Face Value Consolidation - From Rs 2 To Rs 10', ['CONSOLIDATION 2/10']],
    // Several actions of one announcement.
    ['Bonus 1:1 And Face Value Split From Rs.10/- To Rs.2/-', ['BONUS 2/1', 'SPLIT 10/2']],
    ['Fv Spl-Rs10tore1/Bon-1:1', ['SPLIT 10/1', 'BONUS 2/1']],
    ['Agm/Div-Rs.2/Fv Rs10tors5', ['MEETING', 'DIVIDEND 2', 'SPLIT 10/5']],
    [
      '1st Interim Dividend Rs.2.50 Per Share And Face Value Split From Rs.10/- To Re.1/-',
      ['DIVIDEND 2.50', 'SPLIT 10/1'],
    ],
    ['Dividend - Rs 2 Per Share & Special Dividend Re 1 Per Share', ['DIVIDEND 2', 'DIVIDEND 1']],
    // Without a ratio, and known for what they are.
    ['Rights 2:5 @ Premium Rs 1.17/-', ['RIGHTS']],
    ['RIGHTS 3:8@ PRM RS 14/-', ['RIGHTS']],
    ['Demerger', ['DEMERGER']],
    ['Scheme Of Arrangement', ['SCHEME']],
    ['Capital Reduction', ['CAPITAL_REDUCTION']],
    // Preference shares and debentures leave the number of shares as it is.
    ['Scheme Of Arrangement - Bonus Ncrps 4:1', ['SCHEME']],
    ['Sch Of Agmt- Bonus Deb1:1', ['SCHEME']],
    // Money.
    ['Interim Dividend - Re 0.50 Per Share', ['DIVIDEND 0.50']],
    ['INTDIV - RS 7.50 PER SH', ['DIVIDEND 7.50']],
    ['Div-5%', ['DIVIDEND 0.5']],
    ['Annual General Meeting/Dividend - Rs 0.25 Per Share', ['MEETING', 'DIVIDEND 0.25']],
    [
      'Distribution - Rs 4.12 Per Unit Consist Of Rs 2.6909 Per Unit As Interest/ Re 0.0224 Per Unit As Dividend',
      ['DISTRIBUTION 4.12'],
    ],
    ['Interest Payment', ['INTEREST']],
    ['Buy Back', ['BUYBACK']],
    // In BSE's words.
    ['Stock  Split From Rs.10/- to Rs.2/-', ['SPLIT 10/2']],
    ['Bonus issue 1:1', ['BONUS 2/1']],
    ['Interim Dividend - Rs. - 5.0000', ['DIVIDEND 5.0000']],
    ['Amalgamation', ['SCHEME']],
    ['Spin Off', ['DEMERGER']],
    ['E.G.M.', ['MEETING']],
    // Not understood: a ratio without a direction, a bonus without a ratio, a word nobody knows.
    ['Stock Split 1:5', ['UNKNOWN UNREADABLE']],
    ['Consolidation 10:1', ['UNKNOWN UNREADABLE']],
    ['Bonus', ['UNKNOWN UNREADABLE']],
    ['Change In ISIN', ['UNKNOWN UNREADABLE']],
    ['', ['UNKNOWN UNREADABLE']],
    ['Bonus 2:1 (Revised)', ['BONUS 3/1', 'UNKNOWN UNREADABLE']],
    // Ratios that cannot be: a split that raises the face value, next to nothing, nothing at all.
    ['Face Value Split From Rs 2 To Rs 10', ['SPLIT UNREADABLE']],
    ['Bonus 1 : 1250', ['BONUS UNREADABLE']],
    ['Bonus 1:0', ['BONUS UNREADABLE']],
    ['Face Value Split From Rs 10 To Rs 0', ['SPLIT UNREADABLE']],
  ];
  for (const [text, expected] of CASES)
    it(`"${text}" is ${expected.join(' and ')}`, () => {
      assert.deepEqual(told(text), expected);
    });

  it('per cents without a face value leave the amount unknown', () => {
    assert.deepEqual(told('Dividend 5%', null), ['DIVIDEND']);
  });

  it('whatever the text: it ends, says something, and every ratio is one that a company may give', () => {
    const word = fc.constantFrom(
      'Bonus',
      'Split',
      'Fv',
      'From',
      'To',
      'Rs',
      'Re',
      '10/-',
      '1:1',
      '0',
      'Rights',
      'Dividend',
      '-',
      '/',
      'Per Share',
      'Consolidation',
      'Ncrps',
      '%',
      'Scheme Of Arrangement',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
          fc.string(),
        ),
        (text) => {
          const actions = readActionText(text);
          assert.ok(actions.length > 0);
          for (const { new_shares, old_shares, status } of actions)
            if (new_shares !== null) {
              const ratio = Number(new_shares) / Number(old_shares);
              assert.ok(status === 'READ' && ratio > 0 && ratio !== 1 && ratio <= 200 && ratio >= 1 / 200);
            }
        },
      ),
    );
  });

  it('the exchange’s spelling, in capitals or not and with any spaces, makes no difference', () => {
    for (const [text, expected] of CASES) {
      assert.deepEqual(told(text.toUpperCase()), expected);
      assert.deepEqual(told(`  ${text.replaceAll(' ', '   ')} `), expected);
    }
  });
});
