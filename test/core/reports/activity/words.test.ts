import assert from 'node:assert/strict';
import { describeEvent, describeSync, describeTransaction } from '../../../../core/reports/activity/words.ts';
import { decimal } from '../../../../core/platform/index.ts';

describe('words of the activity', () => {
  const event = (kind: string, data: Record<string, unknown>, subject = '7') => {
    const { title, detail, symbol, source } = describeEvent({
      id: '1',
      actor: 'api:owner',
      kind,
      subject,
      data,
    });
    return [title, detail, symbol, source];
  };

  it('an event is told by what it was done to: a symbol, a name, a file', () => {
    assert.deepEqual(event('HOLDING_PRICED', { symbol: 'OYO', price: 12.5 }), [
      'Price of OYO set',
      'Price 12.5',
      'OYO',
      'api',
    ]);
    assert.deepEqual(event('GOAL_UPDATED', { name: 'House' }), ['Goal House changed', null, null, 'api']);
    assert.deepEqual(event('IMPORT_COMMITTED', { file_name: 'tradebook.csv', imported: 1200, skipped: 3 }), [
      'tradebook.csv imported',
      'Rows imported 1,200, skipped 3',
      null,
      'api',
    ]);
    assert.equal(event('CONNECTION_SYNCED', {})[0], 'Synced');
    // the subject is the symbol itself, also where it is a number
    assert.deepEqual(event('SYMBOL_REMOVED', { portfolio: 'Main', transactions: 4 }, '500325'), [
      '500325 removed with its transactions',
      'Transactions 4',
      '500325',
      'api',
    ]);
    assert.deepEqual(event('CONNECTION_CREATED', { broker: 'dhan', label: 'Mine' }), [
      'Connection Mine added',
      null,
      null,
      'dhan',
    ]);
  });

  it('how a thesis stands against its baseline is told with it, and an outcome with its sessions', () => {
    const drift = (classification: string) =>
      event('AI_RESEARCH_DRIFT_DETECTED', { symbol: 'OYO', classification })[1];
    assert.deepEqual(['STRENGTHENING', 'UNCHANGED', 'WEAKENING', 'INSUFFICIENT_EVIDENCE'].map(drift), [
      'Stronger than its baseline',
      'Unchanged',
      'Weaker than its baseline',
      'Nothing to compare it with',
    ]);
    assert.deepEqual(
      event('AI_RESEARCH_OUTCOME_EVALUATED', { symbol: 'OYO', horizon_days: 20 }).slice(0, 2),
      ['Outcome of AI research of OYO measured', 'Sessions 20'],
    );
    assert.equal(event('THESIS_BASELINE_CLEARED', { symbol: 'OYO' })[0], 'Thesis of OYO unpinned');
  });

  it('what is owed is told as an amount in its currency; a record of before, that names none, by the bare figure', () => {
    const owed = (data: Record<string, unknown>) => {
      const told = describeEvent({
        id: '1',
        actor: 'api:owner',
        kind: 'LIABILITY_CREATED',
        subject: '7',
        data,
      });
      return [told.title, told.detail, told.amount, told.currency];
    };
    assert.deepEqual(owed({ name: 'House', balance: '3500000', currency: 'INR' }), [
      'Liability House added',
      null,
      3_500_000,
      'INR',
    ]);
    assert.deepEqual(owed({ name: 'House', balance: '3500000' }), [
      'Liability House added',
      'Balance 35,00,000',
      null,
      null,
    ]);
  });

  it('what it has no words for is told by its name, and of a changed row as it is now', () => {
    assert.deepEqual(event('SOMETHING_NEW', {}), ['Something new', null, null, 'api']);
    assert.equal(
      event('HOLDING_UPDATED', { before: { symbol: 'A' }, after: { symbol: 'B' } })[0],
      'Holding B changed',
    );
  });

  it('a split moves no money; a payment without units is its whole amount', () => {
    const row = {
      id: '1',
      symbol: 'TCS',
      trade_date: '2026-01-05',
      currency: 'INR',
      source: 'CSV',
      import_file: 'a.csv',
    };
    const split = describeTransaction({ ...row, type: 'SPLIT', quantity: decimal(2), price: decimal(0) });
    assert.deepEqual([split.title, split.amount, split.detail], ['SPLIT TCS, 2 for 1', null, 'From a.csv']);
    const paid = describeTransaction({ ...row, type: 'DIVIDEND', quantity: decimal(0), price: decimal(55) });
    assert.deepEqual([paid.title, paid.amount], ['DIVIDEND TCS', 55]);
  });

  it('a sync by its state', () => {
    const standing = {
      connection_id: '1',
      broker: 'dhan',
      label: 'Mine',
      portfolio: 'P',
      reason_code: null,
      at: null,
    };
    assert.equal(
      describeSync({ ...standing, state: 'NEEDS_OTP' }).title,
      'Sync of Mine needs a one-time password',
    );
    assert.equal(describeSync({ ...standing, state: 'ODD' }).title, 'Sync of Mine odd');
  });
});
