import assert from 'node:assert/strict';
import { closest, editDistance } from '../../bot/suggest.ts';

describe('contract/Chat: did you mean', () => {
  it('counts single-letter changes, and a swap of neighbours as one', () => {
    assert.equal(editDistance('holding', 'holding'), 0);
    assert.equal(editDistance('holdng', 'holding'), 1);
    assert.equal(editDistance('hodling', 'holding'), 1);
    assert.equal(editDistance('', 'abc'), 3);
  });

  it('offers near words and beginnings, nothing for what is far', () => {
    const names = ['holding', 'help', 'health', 'top_gainers', 'top_losers', 'sectors'];
    assert.deepEqual(closest('hodling', names), ['holding']);
    assert.deepEqual(closest('top', names), ['top_gainers', 'top_losers']);
    assert.deepEqual(closest('xyzzy', names), []);
    assert.deepEqual(closest('', names), []);
  });
});
