import assert from 'node:assert/strict';
import { isPeriodKey } from '../../../../../core/research/index.ts';
import { CORPUS, type CorpusKind, FACTS, KINDS } from './index.ts';

/** All rows, and those with a wrong number. */
const EXPECTED: Readonly<Record<CorpusKind, readonly [rows: number, wrong: number]>> = {
  amounts: [58, 28],
  'per-share': [46, 25],
  percent: [50, 29],
  signs: [67, 34],
  ranges: [46, 22],
  approximations: [66, 34],
  periods: [57, 27],
  dates: [53, 24],
  'no-figures': [58, 27],
  'shares-and-ratios': [56, 30],
  several: [51, 27],
  prose: [48, 22],
  decided: [30, 11],
};

const isWrong = ({ wrong }: { wrong: readonly string[] }) => wrong.length > 0;

describe('decisions/Publication V2: the sentences that judge the check of numbers', () => {
  it('are at least 360, of which 45% have something wrong', () => {
    assert.ok(CORPUS.length >= 360, `${CORPUS.length} rows`);
    const share = CORPUS.filter(isWrong).length / CORPUS.length;
    assert.ok(share >= 0.45 && share <= 0.6, `${share} are wrong`);
  });

  it('are so many of each kind, true and wrong', () => {
    const counted = (Object.keys(KINDS) as CorpusKind[]).map((kind) => {
      const rows = CORPUS.filter((row) => row.kind === kind);
      return [kind, [rows.length, rows.filter(isWrong).length]];
    });
    assert.deepEqual(Object.fromEntries(counted), EXPECTED);
  });

  it('stand there once each', () => {
    const texts = CORPUS.map(({ text }) => text);
    assert.deepEqual(
      texts.filter((text, at) => texts.indexOf(text) !== at),
      [],
    );
  });

  it('print each wrong number, in the order in which it is listed', () => {
    for (const { text, wrong } of CORPUS) {
      let from = 0;
      for (const printed of wrong) {
        const at = standsAt(text, printed, from);
        assert.notEqual(at, -1, `"${printed}" in "${text}"`);
        from = at + printed.length;
      }
    }
  });

  it('cite facts that there are, and leave none uncited', () => {
    const cited = new Set<string>(CORPUS.flatMap(({ cites }) => cites));
    assert.deepEqual([...cited].toSorted(), Object.keys(FACTS).toSorted());
    for (const { text, cites } of CORPUS) assert.ok(cites.length > 0, text);
  });

  it('rest on facts of their own ids, periods and exact values', () => {
    const facts = Object.values(FACTS);
    assert.equal(new Set(facts.map(({ fact_id }) => fact_id)).size + sharedIds(), facts.length);
    for (const { fact_id, period, value, value_high } of facts) {
      assert.ok(isPeriodKey(period.key), fact_id);
      assert.ok(period.start === null || period.start < period.end, fact_id);
      for (const one of [value, value_high ?? value]) assert.match(one, /^-?\d+(\.\d+)?$/, fact_id);
    }
  });
});

/** Where a printed number stands as a whole, and not as a piece of a longer one; -1 for nowhere. */
function standsAt(text: string, printed: string, from: number): number {
  for (let at = text.indexOf(printed, from); at !== -1; at = text.indexOf(printed, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + printed.length)];
    if (!/[\w][.,]?$/.test(before) && !/^([\d]|[.,:/]\d)/.test(after)) return at;
  }
  return -1;
}

/** Ids that both companies have: they are told apart by their keys. */
function sharedIds(): number {
  const ids = (company: string) =>
    Object.entries(FACTS).flatMap(([key, { fact_id }]) => (key.startsWith(company) ? [fact_id] : []));
  const american = new Set(ids('us.'));
  return ids('in.').filter((id) => american.has(id)).length;
}
