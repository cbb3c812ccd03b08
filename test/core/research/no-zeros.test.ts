import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zerosIn } from './no-zeros.ts';

const RESEARCH = path.resolve(import.meta.dirname, '../../../core/research');

/** Lines that were looked at: a pattern found the digits before, or nothing is missing. */
const LOOKED_AT: readonly (readonly [file: string, line: string])[] = [
  ['evidence/exchange/listed-actions.ts', "const seconds = Number(time.slice(6) || '00');"],
  [
    'evidence/guidance/guidance-figures.ts',
    'year: digits.length === 2 ? Number(`20${digits}`) : Number(digits),',
  ],
  ['evidence/nse/result-lists.ts', 'return Number(one.seqNumber) - Number(other.seqNumber);'],
  [
    'evidence/nse/xbrl.ts',
    'decimals: decimals !== null && /^-?\\d{1,2}$/.test(decimals) ? Number(decimals) : null,',
  ],
  // Digits alone come here: a pause that a site asks for, and a year by two of them.
  [
    'documents/robots.ts',
    'if (group !== undefined && /^\\d{1,6}(\\.\\d{1,3})?$/.test(said)) group.crawlDelay = Number(said);',
  ],
  ['evidence/issuer/rank-pages.ts', '([, full, short]) => 2000 + Number(full ?? short),'],
  // Figures of facts are never empty, and what is printed was found by its digits.
  ['checks/numbers/check-numbers.ts', 'const value = text === null ? Number.NaN : Number(text);'],
  [
    'checks/numbers/labels.ts',
    'isUsual: WINDOWS.has(Number(printed)) || (years.has(Number(printed)) && /ye?a?rs?/i.test(found)),',
  ],
  ['checks/numbers/splits.ts', 'if (Number(other) === 0) continue;'],
  ['checks/numbers/splits.ts', 'ratio: Number(one) / Number(other),'],
  // Without its distance from UTC a moment stays what it is.
  ['evidence/yahoo/yahoo-chart.ts', 'const shift = offset === null ? 0 : offset;'],
  // No point in the figure: no places after it.
  ['evidence/issuer/annual-report.ts', 'decimals: (places === undefined ? 0 : places) - (size.length - 1),'],
  [
    'evidence/issuer/annual-report.ts',
    "years = heading.map(([, year = '']) => (year.length === 2 ? Number(`20${year}`) : Number(year)));",
  ],
];

describe('research/What the service does 9: what is missing is never zero', () => {
  it('no line of research makes 0 of what is not there', () => {
    const files = readdirSync(RESEARCH, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    assert.ok(files.length > 20);
    const used = new Set<string>();
    const found = files.flatMap((name) => {
      const text = readFileSync(path.join(RESEARCH, name), 'utf8');
      return zerosIn(text).flatMap(({ line, what }) => {
        const code = text.split('\n')[line - 1]?.trim() ?? '';
        const isLookedAt = LOOKED_AT.some(([file, allowed]) => file === name && allowed === code);
        if (isLookedAt) used.add(`${name} ${code}`);
        return isLookedAt ? [] : [`${name}:${line} ${what}: ${code}`];
      });
    });
    assert.deepEqual(used, new Set(LOOKED_AT.map((one) => one.join(' '))));
    assert.deepEqual(found, []);
  });

  it('a line that did would be found', () => {
    for (const line of [
      'const eps = row.eps ?? 0;',
      'const eps = row.eps || 0;',
      'total ||= 0;',
      'total ??= 0.0;',
      "const text = row.eps ?? '0';",
      'const eps = row.eps ?? new Decimal(0);',
      "const eps = row.eps ?? decimal('0');",
      'const eps = row.eps === null ? 0 : row.eps;',
      'const eps = row.eps !== undefined ? row.eps : 0;',
      'const eps = Number(row.eps);',
      "const eps = Number(cells['eps']) || fallback;",
      'values.map(Number);',
      'values.map((one) => Number(one));',
      'const eps = +row.eps;',
      'return +text;',
      'const eps = parseFloat(text);',
      'const shares = Number.parseInt(text, 10);',
      'const eps = text | 0;',
      'const eps = ~~text;',
      'const price = await close().catch(() => 0);',
      'const price = await close().catch((error) => 0);',
      'try { return read(); } catch { return 0; }',
      'try { return read(); } catch (error) { return 0; }',
      'function add(value = 0) {}',
      'const shown = `${row.eps ?? 0} rupees`;',
      '/* one */ const eps = row.eps /* two */ ?? /* three */ 0;',
    ])
      assert.notDeepEqual(zerosIn(`// before\n${line}\n`), [], line);
  });

  it('what only looks like it is not', () => {
    for (const line of [
      '// eps ?? 0 would be wrong',
      '/* || 0 */',
      "const words = 'eps ?? 0';",
      'const year = Number(found[1]);',
      'const year = Number(day.slice(0, 4));',
      'const first = list[0];',
      'const at = Number(one > other);',
      'const field = yup.number().required();',
      'if (value > 0 || other) return;',
      'const at = index >= 0 ? index : null;',
      'const sum = new Decimal(0);',
      'const rate = known ?? 0.25;',
      'const next = one + other;',
      'const days = count ?? 10;',
      'const pattern = /\\|\\| 0/;',
      'type Found = Read | null;',
    ])
      assert.deepEqual(zerosIn(line), [], line);
    assert.deepEqual(zerosIn('\n\nconst eps = row.eps ?? 0;'), [
      { line: 3, what: 'a missing value becomes 0' },
    ]);
  });
});
