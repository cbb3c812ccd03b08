import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFINITION_GROUPS, DEFINITIONS } from '../../../../core/reports/definitions/index.ts';

const REPORTS = path.resolve(import.meta.dirname, '../../../../core/reports');

/** The keys that the reports write into their explanations, each with the file it stands in. */
function usedKeys(): [key: string, file: string][] {
  return readdirSync(REPORTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('definitions'))
    .flatMap((file) => {
      const code = readFileSync(path.join(REPORTS, file), 'utf8');
      return Array.from(
        code.matchAll(/\bdefinition: '([^']*)'|\bDEFINITION = '([^']*)'/g),
        ([, plain, constant]): [string, string] => [plain ?? constant ?? '', file],
      );
    });
}

describe('portfolio/Report rules 1 to 13: what each measure means', () => {
  const names = DEFINITIONS.flatMap(({ key, also }) => [key, ...also]);

  it('every key that an explanation of a report uses has its definition', () => {
    const used = usedKeys();
    assert.ok(used.length >= 15, `only ${used.length} found: has the way of writing them changed?`);
    // Named after the figure, which is one of these two.
    const all = [...used, ['yield_on_cost', 'dividend-yield'], ['current_yield', 'dividend-yield']];
    assert.deepEqual(
      all.filter(([key = '']) => !names.includes(key)),
      [],
    );
  });

  it('each name is there once and is an anchor', () => {
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][a-z0-9_]*$/);
  });

  it('the headline measures are all there', () => {
    const headline = [
      'xirr',
      'cagr',
      'total_return',
      'capital_return',
      'dividend_return',
      'twr',
      'alpha',
      'period_return',
      'drawdown',
      'volatility',
      'sharpe',
      'attribution',
      'herfindahl',
      'concentration',
      'fx_return',
      'yield_on_cost',
      'current_yield',
      'net_worth',
      'income_projection',
      'overlap',
      'drift',
      'tax_gain',
      'goal_progress',
      'unrealised_gain',
      'realised_gain',
      'invested',
      'current_value',
      'day_change',
    ];
    const keys = DEFINITIONS.map(({ key }) => key);
    assert.deepEqual(
      headline.filter((key) => !keys.includes(key)),
      [],
    );
  });

  it('every definition says everything, and every group has some', () => {
    for (const { differs, also, ...told } of DEFINITIONS) {
      for (const [name, text] of Object.entries(told))
        assert.ok(text.trim().length > 2, `${told.key} has no ${name}`);
      for (const text of Object.values(differs)) assert.ok(text === null || text.endsWith('.'), told.key);
      assert.match(told.example, /\d/, `${told.key} has no numbers in its example`);
      assert.ok(Array.isArray(also));
    }
    for (const group of DEFINITION_GROUPS)
      assert.ok(
        DEFINITIONS.some((one) => one.group === group),
        group,
      );
  });
});
