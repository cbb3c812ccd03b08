import assert from 'node:assert/strict';
import { endOfRun, type RunFindings } from '../../../../core/research/worker/end-of-run.ts';

const GOOD: RunFindings = {
  packets: 3,
  ledger: 'COMPLETED',
  coverage: 'COMPLETED',
  verdict: 'SUFFICIENT',
  unpublished: null,
  unprinted: null,
  reasons: [],
};
const weak = { verdict: 'REVIEW_REQUIRED' } as const;
const unprinted = { unprinted: 'A font is missing.' };
const ROWS: readonly [what: string, given: Partial<RunFindings>, status: string, error: RegExp | null][] = [
  ['all is well', {}, 'COMPLETED', null],
  ['no PDF', unprinted, 'PARTIAL', /^The PDF could not be made: A font is missing\.$/],
  ['weak evidence', weak, 'REVIEW_REQUIRED', /not approved.*required section/],
  [
    'weak evidence and no PDF',
    { ...weak, ...unprinted },
    'REVIEW_REQUIRED',
    /not approved.*A font is missing/,
  ],
  ['no report', { unpublished: 'A mistake.' }, 'FAILED', /The report could not be written: A mistake\./],
  ['no report and weak evidence', { ...weak, unpublished: 'A mistake.' }, 'FAILED', /A mistake/],
  ['no packets', { packets: 0 }, 'FAILED', /No evidence was found\. No source has anything/],
  [
    'no packets, with reasons',
    { packets: 0, reasons: ['X: no.'] },
    'FAILED',
    /^No evidence was found\. X: no\.$/,
  ],
  ['no facts', { ledger: 'FAILED', coverage: 'BLOCKED' }, 'FAILED', /could not be calculated/],
  ['no verdict', { verdict: null }, 'FAILED', /could not be calculated/],
];

describe('how a run of research ends', () => {
  for (const [what, given, status, error] of ROWS)
    it(`decisions/Publication V2, status order: ${what} is ${status}`, () => {
      const end = endOfRun({ ...GOOD, ...given });
      assert.equal(end.status, status);
      if (error === null) assert.equal(end.error, null);
      else assert.match(end.error ?? '', error);
    });
});
