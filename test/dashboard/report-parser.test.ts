import assert from 'node:assert/strict';
import {
  parseReportPart,
  type ReportPart,
} from '../../api/dashboard/src/pages/ai-research/report/parse-report.ts';
import {
  activeBaseline,
  shownReport,
} from '../../api/dashboard/src/pages/ai-research/report/shown-report.ts';
import { firstSentence } from '../../api/dashboard/src/pages/ai-research/report/words.ts';
import {
  promotedFields,
  type Publication,
  publicationView,
  readReport,
} from '../../core/research/publication/index.ts';
import { publication } from '../support/publication.ts';
import { OLD_REPORT, wholeReport } from '../support/stored-dossier.ts';

const RULE = 'research/Dossier view rules 9';
const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A dossier as the server answers one with this report. */
function dossierOf(payload: object, given: object = {}): Record<string, unknown> {
  const stored = readReport(payload);
  const promoted = promotedFields(stored);
  const report = stored.version === '2.0' ? stored.publication : null;
  return clone({
    run: { run_id: 'ai-7' },
    report,
    legacy_report: stored.version === '1.0' ? stored.report : null,
    report_problem: null,
    ...promoted,
    segment_views: promoted.segment_views ?? null,
    peer_set: promoted.peer_set ?? null,
    claims: report?.claims ?? [],
    figure_words: [],
    sources: report?.sources ?? [],
    removed: report === null ? null : { total: 0, unsupported: 0, items: [] },
    thesis_baselines: [],
    comparisons: [],
    outcomes: [],
    ...given,
  });
}

/** Puts a value at a path, such as `report.decision.rating`; undefined takes it away. */
function put(whole: object, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const place = steps.reduce((at, step) => (at as never)[step] as object, whole) as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
}

const refusal = (dossier: object): string => {
  try {
    parseReportPart(dossier);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('the parser of reports in the dashboard', () => {
  it(`${RULE}: a whole report and one of the first version are taken as they are`, () => {
    const whole = wholeReport();
    assert.deepEqual(parseReportPart(dossierOf(whole)).report, clone(whole));
    const old = parseReportPart(dossierOf(OLD_REPORT));
    assert.deepEqual([old.report, old.legacy_report], [null, OLD_REPORT]);
  });

  const wrong: readonly (readonly [path: string, value: unknown, message: RegExp])[] = [
    ['segment_views.0.revenue_share_pct', 101, /segment_views\.0\.revenue_share_pct must be from 0 to 100/],
    ['segment_views.0.revenue_share_pct', -1, /from 0 to 100/],
    ['segment_views.0.revenue_share_pct', '68', /finite number/],
    ['segment_views.0.revenue_share_pct', null, /finite number/],
    ['segment_views.0.catalysts', 'a monsoon', /catalysts must be a list/],
    ['segment_views.0.catalysts', null, /catalysts must be a list/],
    ['segment_views.0.risks', [1], /risks\.0 must be a text/],
    ['segment_views.0.outlook', 'good', /segment_views\.0\.outlook is not known/],
    ['report.segment_views.0.revenue_share_pct', 100.5, /report\.segment_views\.0/],
    ['peer_set.0.rating', 'STRONG_BUY', /must be one of BUY/],
    ['peer_set.0.return_1y_pct', undefined, /return_1y_pct must be a finite number/],
    ['report.decision.rating', 'Buy', /must be one of/],
    ['report.decision.confidence', 1.2, /from 0 to 1/],
    ['report.decision.confidence', 'high', /finite number/],
    ['report.extra', 1, /report\.extra is not known/],
    ['report.thesis', ' ', /thesis must not be empty/],
    ['report.schema_version', '3.0', /must be one of 2\.0/],
    ['report.facts.0.unit', 7, /facts\.0\.unit must be a text/],
    ['report.facts.0.authority', 3, /must be one of FILING/],
    ['report.claims', {}, /claims must be a list/],
    ['report.sources.0.fetched_at', 'yesterday', /moment in UTC/],
    ['report.coverage.required_pct', 120, /from 0 to 100/],
    ['report.qa.status', 'OK', /must be one of PASS/],
    ['report.conflicts.0.chosen', -1, /must not be under 0/],
    ['report.why_this_rating', 'word '.repeat(61), /at most 60 words/],
    ['valuation_basis', 'Gut feeling', /valuation_basis must be one of/],
    ['why_this_rating', 12, /must be a text/],
    ['thesis_baselines', undefined, /thesis_baselines must be a list/],
    ['comparisons', null, /comparisons must be a list/],
    ['removed', undefined, /removed must be an object/],
    ['removed.total', -1, /removed\.total must not be under 0/],
    ['removed.items.0', { place: 'Thesis', reason: ' ', code: 'EMPTY' }, /reason must not be empty/],
  ];
  for (const [path, value, message] of wrong)
    it(`${RULE}: ${path} of ${JSON.stringify(value)?.slice(0, 40)} is refused`, () => {
      const dossier = dossierOf(wholeReport());
      put(dossier, path, value);
      assert.match(refusal(dossier), message);
    });

  it(`${RULE}: an older report with an unknown key is refused as well`, () => {
    const dossier = dossierOf(OLD_REPORT);
    put(dossier, 'legacy_report.note', '');
    assert.match(refusal(dossier), /legacy_report\.note is not known/);
  });

  it(`${RULE}: what the server refuses when any one field is missing, the parser refuses too`, () => {
    const whole = clone(wholeReport());
    const paths = pathsOf(whole);
    assert.ok(paths.length > 130, String(paths.length));
    const differing = paths.filter((path) => {
      const payload = clone(whole);
      put(payload, path, undefined);
      const isTakenByServer = publicationView.isValidSync(payload, { strict: true });
      const dossier = dossierOf(whole);
      put(dossier, 'report', payload);
      return isTakenByServer !== (refusal(dossier) === '');
    });
    assert.deepEqual(differing, []);
  });

  it(`${RULE}: nor does a null where the server has none, or one that it has, part them`, () => {
    const whole = clone(wholeReport());
    const differing = pathsOf(whole).filter((path) => {
      const payload = clone(whole);
      put(payload, path, null);
      const dossier = dossierOf(whole);
      put(dossier, 'report', payload);
      return publicationView.isValidSync(payload, { strict: true }) !== (refusal(dossier) === '');
    });
    assert.deepEqual(differing, []);
  });
});

/** Every key of an object, those of its lists’ first entries among them. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : pathsOf(value[0], `${path}.0`);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return [here, ...pathsOf(inner, here)];
  });
}

describe('a report as it is shown', () => {
  const partOf = (given: Partial<Omit<Publication, 'payload_hash'>>): ReportPart =>
    parseReportPart(dossierOf(publication(given)));

  it('research/Dossier view rules 2: the summary is why_this_rating, else the first sentence of the thesis', () => {
    const thesis = 'Debt is 0.2x of equity at Kaveri Ltd. and falls. Orders grow.';
    assert.equal(shownReport(partOf({ thesis, why_this_rating: 'Orders grow.' }))?.why, 'Orders grow.');
    assert.equal(
      shownReport(partOf({ thesis, why_this_rating: null }))?.why,
      'Debt is 0.2x of equity at Kaveri Ltd. and falls.',
    );
    assert.equal(
      shownReport(parseReportPart(dossierOf(OLD_REPORT)))?.why,
      'Kaveri Ltd. earns well on pumps.',
    );
  });

  const sentences: readonly (readonly [text: string, first: string])[] = [
    ['One. Two.', 'One.'],
    ['No full stop', 'No full stop'],
    ['Is it cheap? Yes.', 'Is it cheap?'],
    ['It said “buy.” Then fell.', 'It said “buy.”'],
    ['Rs. 20 crore of debt. It falls.', 'Rs. 20 crore of debt.'],
    ['It, e.g. in Pune, grows. Well.', 'It, e.g. in Pune, grows.'],
    ['It belongs to Deep Pumps Ltd.', 'It belongs to Deep Pumps Ltd.'],
    ['', ''],
  ];
  for (const [text, first] of sentences)
    it(`research/Dossier view rules 2: the first sentence of “${text}”`, () =>
      assert.equal(firstSentence(text), first));

  it('research/Dossier view rules 3: the baseline of the run’s own portfolio comes before the one for all', () => {
    const of = (run_id: string, portfolio_id: string | null, is_active = true) => ({
      run_id,
      portfolio_id,
      is_active,
      created_at: null,
      replaced_at: null,
    });
    const all = [of('ai-1', null, false), of('ai-2', null), of('ai-3', '5'), of('ai-4', '6')];
    const found = (portfolio_id: string | null, among = all) =>
      activeBaseline(among, { portfolio_id })?.run_id ?? null;
    assert.deepEqual([found(null), found('5'), found('9')], ['ai-2', 'ai-3', 'ai-2']);
    assert.equal(found(null, [of('ai-1', null, false), of('ai-3', '5')]), null);
  });

  it('research/Dossier view rules 3: a baseline without the moment it was pinned is taken, with none', () => {
    const baseline = { run_id: 'ai-1', portfolio_id: null, is_active: true, replaced_at: null };
    const { thesis_baselines } = parseReportPart(dossierOf(publication(), { thesis_baselines: [baseline] }));
    assert.equal(thesis_baselines[0]?.created_at, null);
  });
});
