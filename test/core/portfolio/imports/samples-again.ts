import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { STATEMENTS } from '../../../../core/portfolio/imports/statements/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { onePer } from './samples/index.ts';
import { bytesOf, type Sample } from './samples/sample.ts';

const by = { actor: 'test' };

/** The ways a file is read: row by row or by a statement format, from text or a workbook, into transactions or holdings. */
const pathOf = ({ format, content, type }: Sample): string => {
  const statement = STATEMENTS.find((one) => one.format === format);
  return [statement?.kind ?? 'rows', typeof content === 'string' ? 'text' : 'workbook', type].join(' ');
};

/** The first sample of each reading path. */
export const ONE_SAMPLE_PER_PATH = onePer(pathOf);

/** Cases that import each of the samples twice; the second import writes nothing. */
export function importsAgain(samples: readonly Sample[]): void {
  let fixture: TestCore;
  /** A person for each sample, so that none meets the books of another. */
  let people: string[];
  before(async () => {
    fixture = await testCore({ at: '2026-07-31T06:00:00.000Z' });
    people = await fixture.core.database.asSystem('people for a test', async (trx) =>
      trx('identity.users')
        .insert(samples.map((_, at) => ({ login: `person-${at}`, name: 'Person' })))
        .returning('id')
        .then((rows: { id: string }[]) => rows.map(({ id }) => id)),
    );
  });
  after(() => fixture.close());

  for (const [at, sample] of samples.entries()) {
    it(`portfolio/Import and ledger rules 3: ${sample.format}: a second import of ${sample.name} writes nothing`, async () => {
      const { imports, transactions, holdings } = fixture.core.portfolio;
      const person = people[at] ?? '';
      const importOnce = async () => {
        const file = Readable.from([bytesOf(sample)]);
        const { import_id, valid_rows } = await imports.stage(person, file);
        return { valid_rows, ...(await imports.commit(person, { import_id }, by)) };
      };
      const recorded = async () =>
        sample.type === 'transactions'
          ? (await transactions.list(person, { page_size: 200 })).items
          : await holdings.all(person);
      const first = await importOnce();
      // Some bring nothing that can be recorded as it is.
      assert.equal(first.imported > 0, first.valid_rows > 0);
      const before = await recorded();
      const again = await importOnce();
      if (sample.type === 'transactions') assert.deepEqual([again.imported, again.replaced], [0, 0]);
      assert.deepEqual(await recorded(), before);
    });
  }
}
