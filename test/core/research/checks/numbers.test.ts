import assert from 'node:assert/strict';
import { createNumberCheck } from '../../../../core/research/checks/index.ts';
import {
  AS_OF,
  CORPUS,
  type CorpusKind,
  type CorpusRow,
  FACTS,
  type FactKey,
  KINDS,
} from './corpus/index.ts';

/** What the check refuses in a sentence, as it is printed. */
function refused({ text, cites }: CorpusRow): string[] {
  const facts = cites.map((key) => FACTS[key as FactKey]);
  return createNumberCheck(
    facts,
    AS_OF,
  )(text)
    .filter(({ status }) => status === 'UNSUPPORTED')
    .map(({ printed }) => printed);
}

describe('decisions/Publication V2: every number printed in prose equals a cited fact within its rounding', () => {
  for (const kind of Object.keys(KINDS) as CorpusKind[])
    describe(kind, () => {
      for (const row of CORPUS.filter((one) => one.kind === kind))
        it(`decisions/Publication V2: ${row.text}`, () => {
          assert.deepEqual(refused(row), row.wrong);
        });
    });
});
