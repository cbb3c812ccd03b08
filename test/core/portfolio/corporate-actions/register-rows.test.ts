import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRegister, parseRegister } from '../../../../core/market/register/index.ts';
import type { LedgerHistory } from '../../../../core/portfolio/corporate-actions/ledger-history.ts';
import { candidates, keyOf } from '../../../../core/portfolio/corporate-actions/match.ts';
import { changesBySymbol, shareNames } from '../../../../core/portfolio/corporate-actions/names.ts';
import { addDays } from '../../../../core/platform/index.ts';

describe('rows of the shipped register', () => {
  it('every row is proposed to a ledger that held the share on its day, by the symbol of the day or by ISIN', async () => {
    const file = path.join(import.meta.dirname, '../../../../core/market/register/register.json');
    const table = parseRegister(await readFile(file, 'utf8'));
    const register = createRegister(table);
    const changes = changesBySymbol(
      table.renames.map(({ from, to, on }) => ({ exchange: 'NSE' as const, from, to, on })),
    );
    const none = changesBySymbol([]);
    const changesOf = (currency: string) => (currency === 'INR' ? changes : none);
    const found = (row: (typeof table.ratios)[number], symbol: string, isins: string[]) => {
      const day = addDays(row.ex_date, -1);
      const history: LedgerHistory = {
        owner_user_id: '1',
        portfolio_id: '1',
        portfolio: 'Main',
        symbol,
        symbols: [symbol],
        isins,
        isin_changes: [],
        currency: row.market === 'IN' ? 'INR' : 'USD',
        asset_class: null,
        first_date: day,
        last_date: day,
      };
      return candidates([history], {
        actions: [],
        jumps: new Map(),
        register,
        changes: changesOf,
        names: new Map([[keyOf(history), shareNames(history, changesOf(history.currency), register)]]),
        decided: [],
        today: '2026-12-31',
        instruments: new Map(),
      }).some(
        (one) =>
          one.kind === row.kind &&
          one.ex_date === row.ex_date &&
          one.new_shares === row.new_shares &&
          one.old_shares === row.old_shares,
      );
    };
    const missed = table.ratios.filter(
      (row) =>
        !found(row, row.symbol, []) || (row.isins.length > 0 && !found(row, '500999', [row.isins[0] ?? ''])),
    );
    assert.deepEqual(missed, []);
  });
});
