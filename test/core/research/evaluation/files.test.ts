import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { evaluationWords, readEvaluationFiles } from '../../../../core/research/evaluation/index.ts';
import { InputError, readReportFile } from '../../../../core/research/evaluation/given-reports/index.ts';
import { readRecordedJudges } from '../../../../core/research/evaluation/judges/index.ts';
import { writeWhole } from '../../../../core/research/evaluation/output-file.ts';
import { dataFolder } from '../../../support/data-folder.ts';
import { LEGACY, PANELS, recorded } from '../../../support/evaluations.ts';
import { publication } from '../../../support/publication.ts';

describe('files of an evaluation', () => {
  let folder: ReturnType<typeof dataFolder>;
  before(async () => {
    folder = dataFolder();
    await mkdir(folder.path, { recursive: true });
  });
  after(() => folder.remove());
  let files = 0;
  const file = async (content: unknown, name = `file-${(files += 1)}.json`): Promise<string> => {
    const place = path.join(folder.path, name);
    await writeFile(
      place,
      typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content),
    );
    return place;
  };
  const refused = async (work: Promise<unknown>, why: RegExp): Promise<void> =>
    await assert.rejects(work, (error: Error) => {
      assert.ok(error instanceof InputError, String(error));
      assert.match(error.message, why);
      return true;
    });

  describe('reports', () => {
    it('are publications, reports of the first version, and what the dossier route answers', async () => {
      const both = { report: null, legacy_report: null };
      for (const [content, version] of [
        [publication(), '2.0'],
        [LEGACY, '1.0'],
        [{ run_id: 'ai-7', ...both, report: publication() }, '2.0'],
        [{ run_id: 'ai-7', ...both, legacy_report: LEGACY }, '1.0'],
        [`\ufeff${JSON.stringify(LEGACY)}`, '1.0'],
      ] as const)
        assert.equal((await readReportFile(await file(content))).stored.version, version);
    });

    it('a number that is not finite is for the gate, and not an error', async () => {
      const text = JSON.stringify(publication()).replace('"cost_usd_total":0.001', '"cost_usd_total":1e999');
      const { nonFinite } = await readReportFile(await file(text));
      assert.deepEqual(nonFinite, ['cost_usd_total']);
    });

    for (const [what, content, why] of [
      ['no JSON', 'not json', /is not valid JSON/],
      ['half of one', JSON.stringify(LEGACY).slice(0, -10), /is not valid JSON/],
      ['nothing', '', /is not valid JSON/],
      ['NaN as Python writes it', '{"confidence": NaN}', /is not valid JSON/],
      ['no text', Buffer.from([0xff, 0xfe, 0x00]), /is not text in UTF-8/],
      ['a list', '[]', /is neither a publication of version 2\.0 nor a report of the first version/],
      ['null', 'null', /is neither/],
      ['a report with an unknown key', { ...LEGACY, price_target: 1 }, /is neither.*price_target/],
      ['a publication with an unknown key', { ...publication(), note: 'x' }, /is neither.*note/],
      ['a publication of a later version', { ...publication(), schema_version: '3.0' }, /is neither/],
      ['a dossier without a report', { report: null, legacy_report: null }, /is a dossier without a report/],
      ['a tower of lists', '['.repeat(5_000) + ']'.repeat(5_000), /more than 64 objects and lists/],
      ['too much', ' '.repeat(8 * 1024 * 1024 + 1), /is larger than 8 MB/],
    ] as const)
      it(`${what} is an error that names the file`, async () => {
        const place = await file(content);
        await refused(readReportFile(place), why);
        await refused(readReportFile(place), new RegExp(path.basename(place)));
      });

    it('so are a path without a file, and a folder', async () => {
      await refused(readReportFile(path.join(folder.path, 'nowhere.json')), /cannot be read \(ENOENT\)/);
      await refused(readReportFile(folder.path), /is not a file|cannot be read/);
    });
  });

  describe('recorded judges', () => {
    it('come from a file with a list, from a file with one, and from a folder', async () => {
      const names = async (place: string) => (await readRecordedJudges(place)).map(({ judge }) => judge);
      assert.deepEqual(await names(await file({ judges: PANELS.PASS })), ['anna', 'ben', 'carla']);
      assert.deepEqual(await names(await file(PANELS.PASS[0])), ['anna']);
      const inFolder = path.join(folder.path, 'judges');
      await mkdir(inFolder);
      await file(recorded('zoe'), 'judges/1.json');
      await file({ judges: PANELS.REVIEW_REQUIRED }, 'judges/2.json');
      await file('no judge', 'judges/notes.txt');
      assert.deepEqual(await names(inFolder), ['zoe', 'anna', 'ben']);
    });

    it('an error, a missing order and an answer that is no scorecard make a judge invalid, with why', async () => {
      const judges = await readRecordedJudges(
        await file({
          judges: [
            { ...recorded('a'), reverse: { error: 'It\u0000 timed\nout.' } },
            { judge: 'b', forward: recorded('b').forward },
            { ...recorded('c'), forward: { total: 5 } },
          ],
        }),
      );
      assert.deepEqual(
        judges.map(({ judgements }) =>
          judgements.map(({ invalid_reason }) => invalid_reason?.slice(0, 37) ?? null),
        ),
        [
          [null, 'It timed out.'],
          [null, 'There is no answer for this order of the reports.'.slice(0, 37)],
          ['reason is missing; first is missing; ', null],
        ],
      );
    });

    it('an infinite score does not become a finite one', async () => {
      const text = JSON.stringify(recorded('a')).replaceAll('"clarity":4', '"clarity":1e999');
      const [judge] = await readRecordedJudges(await file(text));
      assert.deepEqual(
        judge?.judgements.map(({ scorecard }) => scorecard),
        [null, null],
      );
    });

    for (const [what, content, why] of [
      ['no object', '[]', /holds no recorded judges/],
      ['no list', { judges: 'anna' }, /"judges" must be a list/],
      ['a judge without a name', { judges: [{}] }, /judge 1 needs a name/],
      ['a name on two lines', { judges: [{ judge: 'a\nb' }] }, /judge 1 needs a name/],
      ['an unknown key of a judge', { judges: [{ judge: 'a', backward: 1 }] }, /unknown key backward/],
      ['an unknown key beside the list', { judges: [], model: 'x' }, /other keys/],
      ['a judge twice', { judges: [{ judge: 'a' }, { judge: 'a' }] }, /names the judge a twice/],
      [
        'too many',
        { judges: Array.from({ length: 201 }, (_, at) => ({ judge: `j${at}` })) },
        /more than 200 judges/,
      ],
    ] as const)
      it(`${what} is an error`, async () => {
        await refused(readRecordedJudges(await file(content)), why);
      });

    it('a folder without judges is an error', async () => {
      const empty = path.join(folder.path, 'empty');
      await mkdir(empty);
      await refused(readRecordedJudges(empty), /has no files that end in \.json/);
    });
  });

  describe('the command line', () => {
    const FULL = [
      '--left',
      'a.json',
      '--right',
      'b.json',
      '--tier',
      'standard',
      '--seed',
      '7',
      '--output',
      'o.json',
    ];
    const without = (name: string) => FULL.filter((_, at) => FULL[at - (at % 2)] !== name);

    it('is read in any order, with recorded judges or without', () => {
      const read = { left: 'a.json', right: 'b.json', tier: 'standard', seed: 7, output: 'o.json' };
      assert.deepEqual(evaluationWords(FULL), { ...read, judges: null });
      assert.deepEqual(evaluationWords(['--judges', 'j', ...FULL.slice(2), ...FULL.slice(0, 2)]), {
        ...read,
        judges: 'j',
      });
      for (const [text, seed] of [
        ['-7', -7],
        ['+7', 7],
        ['-0', 0],
        ['9007199254740991', 9_007_199_254_740_991],
      ] as const)
        assert.equal(
          (evaluationWords([...without('--seed'), '--seed', text]) as { seed: number }).seed,
          seed,
        );
    });

    for (const [args, why] of [
      [[], '--left is missing.'],
      ...['--left', '--right', '--tier', '--seed', '--output'].map(
        (name) => [without(name), `${name} is missing.`] as const,
      ),
      [[...FULL, '--judges'], '--judges needs a value.'],
      [[...FULL.slice(0, 9), '--judges', 'j'], '--output needs a value.'],
      [[...FULL, '--fast', 'yes'], 'There is no option --fast.'],
      [[...FULL, 'left', 'c.json'], 'There is no option left.'],
      [
        [...without('--tier'), '--tier', 'gold'],
        'There is no tier gold. Tiers are screening, standard, institutional.',
      ],
      [
        [...without('--tier'), '--tier', 'toString'],
        'There is no tier toString. Tiers are screening, standard, institutional.',
      ],
      ...['x', '1.5', '1e3', '', '9007199254740992', '0x1'].map(
        (seed) =>
          [
            [...without('--seed'), '--seed', seed],
            seed === '' ? '--seed needs a value.' : '--seed must be a whole number.',
          ] as const,
      ),
    ] as const)
      it(`${args.join(' ') || 'nothing'}: ${why}`, () => {
        assert.deepEqual(evaluationWords(args), { wrong: why });
      });

    it('a file that is read is not written over, and a place that cannot be written is found first', async () => {
      const left = await file(publication());
      const right = await file(LEGACY);
      const words = { left, right, tier: 'standard', seed: 1, judges: null } as const;
      await refused(readEvaluationFiles({ ...words, output: right }), /--output names a file that is read/);
      await refused(
        readEvaluationFiles({ ...words, output: path.join(folder.path, 'no', 'o.json') }),
        /There is no folder/,
      );
      await refused(readEvaluationFiles({ ...words, output: folder.path }), /is a folder/);
      const read = await readEvaluationFiles({ ...words, output: path.join(folder.path, 'o.json') });
      assert.equal(read.reports.left.fileName, path.basename(left));
    });
  });

  it('the result is written whole: over an old one, and nothing is left of a failed attempt', async () => {
    const target = path.join(folder.path, 'result.json');
    await writeWhole(target, 'old');
    await writeWhole(target, 'new');
    assert.equal(await readFile(target, 'utf8'), 'new');
    const blocked = path.join(folder.path, 'blocked.json');
    await mkdir(path.join(blocked, 'within'), { recursive: true });
    await refused(writeWhole(blocked, 'x'), /Munim cannot write/);
    assert.deepEqual(
      (await readdir(folder.path)).filter((name) => name.endsWith('.part')),
      [],
    );
  });
});
