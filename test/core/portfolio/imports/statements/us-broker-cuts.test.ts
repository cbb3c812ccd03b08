import assert from 'node:assert/strict';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { collect, type Collected } from '../collect.ts';
import { ETRADE_SAMPLES } from '../samples/etrade.ts';
import { FIDELITY_SAMPLES } from '../samples/fidelity.ts';
import { IBKR_ACTIVITY_SAMPLES } from '../samples/ibkr-activity.ts';
import { IBKR_FLEX_SAMPLES } from '../samples/ibkr-flex-csv.ts';
import { IBKR_HISTORY_SAMPLES } from '../samples/ibkr-history.ts';
import { ROBINHOOD_SAMPLES } from '../samples/robinhood.ts';
import { SCHWAB_SAMPLES } from '../samples/schwab.ts';
import { VANGUARD_SAMPLES } from '../samples/vanguard.ts';

const SAMPLES = [
  ...ETRADE_SAMPLES,
  ...FIDELITY_SAMPLES,
  ...IBKR_ACTIVITY_SAMPLES,
  ...IBKR_FLEX_SAMPLES,
  ...IBKR_HISTORY_SAMPLES,
  ...ROBINHOOD_SAMPLES,
  ...SCHWAB_SAMPLES,
  ...VANGUARD_SAMPLES,
].filter(({ type }) => type === 'transactions');
/** Every so many letters, and at the end of every line. */
const STEP = 61;

const figures = ({ transactions }: Collected) =>
  new Map(
    transactions
      .filter(({ type }) => type !== 'SPLIT')
      .map(({ row, type, symbol, date, quantity, price }) => [
        row,
        [type, symbol, date, quantity, price].join(' '),
      ]),
  );

describe('portfolio/import files of American brokers that were cut short', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  for (const { name, format, content } of SAMPLES)
    it(`${format}: ${name} is refused, or what is left of it is read as it was`, async () => {
      const text = content as string;
      const whole = await collect(text, {}, 65_536);
      const known = figures(whole);
      // What other rows decide: a payment that is taken back, a move whose other side is lost.
      const excluded = new Set(whole.excluded.map(({ row }) => row));
      let read = 0;
      for (let at = 1; at < text.length; at++) {
        if (at % STEP !== 0 && text[at - 1] !== '\n') continue;
        const cut = await readCut(text.slice(0, at));
        if (cut === null) continue;
        read++;
        for (const [row, found] of figures(cut))
          if (!excluded.has(row)) assert.equal(found, known.get(row), `cut at ${at}, row ${row}`);
      }
      assert.ok(read > 0 || whole.raw.length === 1);
    });
});

async function readCut(text: string): Promise<Collected | null> {
  try {
    return await collect(text, { type: 'transactions' }, 65_536);
  } catch (error) {
    assert.ok(error instanceof ImportRefusal, String(error));
    return null;
  }
}
