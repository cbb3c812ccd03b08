import { ALERT_KINDS, type AlertTerms, evaluate, type Reading } from '../../core/watchlist/alert-state.ts';
import type { Benchmark } from './benchmark.ts';

const ALERTS = 10_000;
const QUOTES = 1_000;
const LONGEST_MS = 100;
const ROUNDS = 20;

/** A row of numbers that is the same in every run. */
function* numbers(): Generator<number, never> {
  for (let seed = 42; ;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed / 2_147_483_648;
  }
}

/** 10,000 alerts of all kinds against the quotes of 1,000 instruments, each one's place looked up by its symbol. */
export const bench: Benchmark = {
  name: 'alerts',
  async run() {
    const random = numbers();
    const alerts = Array.from({ length: ALERTS }, (_, index) => ({
      symbol: `S${index % QUOTES}`,
      terms: {
        kind: ALERT_KINDS[index % ALERT_KINDS.length] ?? 'PRICE_ABOVE',
        threshold: 1 + random.next().value * 100,
        state: 'ARMED',
        beyond_value: null,
        beyond_on: null,
      } satisfies AlertTerms as AlertTerms,
    }));
    const times: number[] = [];
    let fired = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const quotes = new Map(
        Array.from({ length: QUOTES }, (_, index): [string, Reading] => [
          `S${index}`,
          { value: random.next().value * 110, day: '2026-03-02', reason: null },
        ]),
      );
      const begun = performance.now();
      for (const alert of alerts) {
        const reading = quotes.get(alert.symbol);
        if (reading === undefined) continue;
        const { fires, state, beyond_value, beyond_on } = evaluate(alert.terms, reading);
        alert.terms = { ...alert.terms, state, beyond_value, beyond_on };
        fired += Number(fires);
      }
      times.push(performance.now() - begun);
    }
    if (fired === 0) throw new Error('no alert ever fired');
    const worst = Math.max(...times);
    return await Promise.resolve([
      {
        name: 'alerts: 10,000 against 1,000 quotes, slowest of 20 rounds',
        value: worst,
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${LONGEST_MS} ms`,
        met: worst < LONGEST_MS,
      },
    ]);
  },
};
