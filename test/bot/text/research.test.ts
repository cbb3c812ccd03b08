import assert from 'node:assert/strict';
import fc from 'fast-check';
import { researchCard, researchList } from '../../../bot/text/research.ts';
import { PARTS, researchPart } from '../../../bot/text/research-parts.ts';
import { shownReport } from '../../../bot/text/research-shown.ts';
import { clipped, passage } from '../../../bot/text/passage.ts';
import { ENTITY_LIMIT, MESSAGE_LIMIT, splitText } from '../../../bot/text/split.ts';
import type { DossierView } from '../../../core/research/index.ts';
import { dossier } from '../../support/dossier.ts';
import { publication } from '../../support/publication.ts';
import { LEGACY_REPORT } from '../../support/stored-research.ts';

const WHERE = { publicUrl: null, message: null };
const textOf = (view: DossierView): string => researchCard(view, WHERE).rawText;
const partOf = (view: DossierView, part: (typeof PARTS)[number]) => {
  const shown = shownReport(view);
  assert.ok(shown !== null);
  return researchPart(view, shown, part);
};
const gap = (title: string, is_required = true): DossierView['coverage'][number] => ({
  obligation: title,
  title,
  section: 'catalysts',
  family: 'CORPORATE_ACTIONS',
  is_required,
  minimum: 'REGULATOR',
  achieved: null,
  is_covered: false,
  reason: 'no_source_family',
  detail: 'Import it.',
  fact_ids: [],
  before: { is_covered: false, reason: 'no_source_family' },
});
const baseline = (run_id: string, is_active = true): DossierView['thesis_baselines'][number] => ({
  run_id,
  portfolio_id: null,
  is_active,
  created_at: '2026-02-01T06:00:00.000Z',
  replaced_at: null,
});

const COST: DossierView['cost'] = {
  spent_usd: 0.18,
  limit_usd: 1,
  unpriced: null,
  unknown_stages: 0,
  words: '',
};

const stage: DossierView['stages'][number] = {
  stage: 'EDITOR',
  title: 'Editor',
  nr: 1,
  lifecycle: 'FINAL_SYNTHESIS',
  status: 'COMPLETED',
  attempts: 1,
  detail: null,
  is_cached: false,
  provider: 'provider_a',
  model: 'a-model',
  input_tokens: 1,
  output_tokens: 1,
  cost_usd: null,
  latency_ms: 1,
  started_at: null,
  finished_at: null,
};

describe('the card of a report of research', () => {
  it('a completed report: decision, why, both cases, catalysts, baseline, cost and that it is advice', () => {
    assert.equal(
      textOf(
        dossier({
          cost: { ...COST, unknown_stages: 1 },
          stages: [stage],
        }),
      ),
      [
        'Research of Kaveri Pumps Limited',
        'ai-7, KAVERI, current: completed',
        'Coverage: 100% of what a report needs',
        'QA: PASS',
        '',
        'Rating: Overweight',
        'Action: Add',
        'Confidence: 60%',
        'Horizon: 12 months',
        '',
        'Why this rating',
        'Revenue grew 17.9% in FY2026.',
        '',
        'For',
        '• Revenue grows.',
        '',
        'Against',
        '• Steel may become dearer.',
        '',
        'Next catalysts',
        '• Results of Q2 FY2027 in November 2026',
        '',
        'Baseline: none is pinned.',
        '',
        'Cost: $0.18 at list prices, and 1 stage whose cost is unknown',
        '',
        'Advisory only; not advice to trade.',
        'The whole dossier is in the dashboard: /research/ai/ai-7',
      ].join('\n'),
    );
  });

  it('research/Dossier view rules 2: without a paragraph on the rating it is the first sentence of the thesis', () => {
    const report = publication({
      why_this_rating: null,
      thesis: 'Margin at Kaveri Ltd. rose to 12.5%, i.e. by 2 points. Steel is cheap.',
    });
    assert.match(
      textOf(dossier({ report })),
      /Why this rating\nMargin at Kaveri Ltd\. rose to 12\.5%, i\.e\. by 2 points\.\n/,
    );
  });

  it('research/Evidence acquisition rules 12: what is not COMPLETED is a draft in its first lines, with its coverage', () => {
    const report = publication({ coverage: { required_pct: 75, verdict: 'REVIEW_REQUIRED' } });
    for (const status of ['REVIEW_REQUIRED', 'PARTIAL'] as const)
      assert.deepEqual(textOf(dossier({ report }, { status })).split('\n').slice(2, 4), [
        'DRAFT - NOT APPROVED FOR PUBLICATION',
        'Coverage: 75% of what a report needs',
      ]);
    assert.doesNotMatch(textOf(dossier({ report })), /DRAFT/);
  });

  it('coverage that is not all of it never reads as 100%, and unknown coverage is no number', () => {
    const report = publication({ coverage: { required_pct: 99.7, verdict: 'REVIEW_REQUIRED' } });
    assert.match(textOf(dossier({ report })), /\nCoverage: 99% of/);
    const legacy = dossier({ report: null, legacy_report: { ...LEGACY } }, { required_pct: null });
    assert.match(textOf(legacy), /\nCoverage: unknown\n/);
  });

  it('research/Evidence acquisition rules 12: QA that did not pass names its first defects', () => {
    const blocking_defects = [1, 2, 3, 4, 5].map((nr) => ({ code: 'X', path: '', message: `Defect ${nr}.` }));
    const report = publication({ qa: { status: 'FAIL', blocking_defects } });
    assert.match(
      textOf(dossier({ report })),
      /\nNot QA approved: FAIL\n• Defect 1\.\n• Defect 2\.\n• Defect 3\.\nand 2 more defects\n/,
    );
  });

  it('research/Evidence, claims and facts 2: what was removed before publication is counted in one line', () => {
    const lineOf = (total: number, unsupported: number): string | undefined => {
      const view = dossier({ removed: { total, unsupported, items: [] } });
      const lines = textOf(view).split('\n');
      assert.doesNotMatch(partOf(view, 'why').rawText, /removed/);
      return lines[lines.indexOf('QA: PASS') + 1];
    };
    assert.equal(lineOf(0, 0), '');
    assert.equal(lineOf(1, 1), '1 statement was removed because nothing supports it.');
    assert.equal(lineOf(6, 6), '6 statements were removed because nothing supports them.');
    assert.equal(
      lineOf(8, 6),
      '6 statements were removed because nothing supports them, and so were 2 references or texts that could not be used.',
    );
    assert.equal(lineOf(1, 0), '1 reference or text that could not be used was removed.');
    assert.doesNotMatch(textOf(dossier({ removed: null })), /removed/);
  });

  it('a report of the first version has no checks, claims or sections, and says so', () => {
    const view = dossier({ report: null, legacy_report: { ...LEGACY } });
    const text = textOf(view);
    assert.match(text, /QA: none \(a report of the first version\)\n\nRating: Hold\nAction: Watch\n/);
    assert.match(text, /Why this rating\nGrowth at Kaveri Ltd\. slows to 3\.5% next year\.\n/);
    assert.match(text, /Next catalysts\nThe report names none\.\n/);
    assert.match(partOf(view, 'cases').rawText, /For\n• Cash is plenty\.\n\nAgainst\n• Orders fell\./);
    assert.match(partOf(view, 'why').rawText, /What would prove it wrong\n• Orders recover/);
  });

  it('how it stands against the baseline: compared, not compared, or the baseline itself', () => {
    const comparisons: DossierView['comparisons'] = [
      {
        run_id: 'ai-9',
        baseline_run_id: 'ai-3',
        classification: 'UNCHANGED',
        reasons: [],
        created_at: '2026-10-02T04:00:00.000Z',
      },
      {
        run_id: 'ai-7',
        baseline_run_id: 'ai-3',
        classification: 'WEAKENING',
        reasons: ['The rating fell.', 'Margins fell.', 'A third.'],
        created_at: '2026-10-01T04:00:00.000Z',
      },
    ];
    const thesis_baselines = [baseline('ai-3')];
    assert.match(
      textOf(dossier({ comparisons, thesis_baselines })),
      /\nAgainst the baseline ai-3: Weakening\n• The rating fell\.\n• Margins fell\.\n\n/,
    );
    assert.match(
      textOf(dossier({ thesis_baselines })),
      /\nBaseline: ai-3, pinned 1 Feb 2026\. This run is not compared with it\.\n/,
    );
    assert.match(
      textOf(dossier({ thesis_baselines: [baseline('ai-7'), baseline('ai-3', false)] })),
      /\nThis is the baseline of KAVERI, pinned 1 Feb 2026\.\n/,
    );
  });

  it('how the share did since, beside its index where that is known', () => {
    const outcome = {
      from_day: '2026-10-01',
      to_day: '2026-10-08',
      evaluated_at: '2026-10-08T10:30:00.000Z',
    };
    const outcomes: DossierView['outcomes'] = [
      {
        ...outcome,
        horizon_days: 5,
        return_pct: 2.5,
        reason: null,
        benchmark: 'NIFTY 50',
        benchmark_return_pct: -1,
        benchmark_reason: null,
      },
      {
        ...outcome,
        horizon_days: 20,
        return_pct: null,
        reason: 'No close.',
        benchmark: null,
        benchmark_return_pct: null,
        benchmark_reason: null,
      },
    ];
    const text = textOf(dossier({ outcomes }));
    assert.match(text, /\nAfter 5 sessions: \+2\.50% \(NIFTY 50 −1\.00%\)\n/);
    assert.doesNotMatch(text, /After 20/);
  });

  it('gaps: required ones first, three of them; without coverage on record those of the sections', () => {
    const coverage = [gap('News', false), gap('One'), gap('Two'), gap('Three')];
    assert.match(
      textOf(dossier({ coverage })),
      /\nGaps\n• One: Import it\.\n• Two: Import it\.\n• Three: Import it\.\nand 1 more\n/,
    );
    const [section] = publication().sections;
    assert.ok(section !== undefined);
    const report = publication({ sections: [{ ...section, gaps: ['FY2022 is missing.'] }] });
    assert.match(textOf(dossier({ report })), /\nGaps\n• Revenue and profit: FY2022 is missing\.\n/);
  });

  it('a report that does not keep to its form is not shown; neither is one that was never written', () => {
    const broken = dossier({ report: null, report_problem: 'It does not keep to its form.' });
    assert.match(textOf(broken), /completed\nIt does not keep to its form\.\nEvidence: enough \(100%/);
    const older = dossier({ report: null }, { status: 'REVIEW_REQUIRED', verdict: 'REVIEW_REQUIRED' });
    assert.match(textOf(older), /: evidence is not enough, no report\nEvidence: not enough/);
    assert.doesNotMatch(textOf(older), /Advisory/);
  });

  it('while it runs: which stage of how many, what it cost so far, and what failed', () => {
    const run = { status: 'running', stages_done: 2, stage_title: 'Prices of NSE', stages: 24 } as const;
    const before = textOf(dossier({ report: null }, run));
    assert.match(before, /: under way\nStage 3 of 24: Prices of NSE\n\nThe whole/);
    const failed = {
      ...stage,
      title: 'Yahoo',
      status: 'FAILED',
      detail: 'It asked to wait.',
      provider: null,
    };
    const stages = [stage, ...Array.from({ length: 4 }, () => ({ ...failed, status: 'FAILED' as const }))];
    assert.match(
      textOf(dossier({ report: null, stages }, { ...run, cancel_requested: true })),
      /\nCost so far: \$0\.18 of at most \$1\.00, at list prices\nIt stops when the current stage ends\.\n(?:⚠ Yahoo: It asked to wait\.\n){3}⚠ and 1 more stages?\n/,
    );
  });

  it('what has no list price is never told as nothing, neither at the end nor on the way', () => {
    const one = { tokens: 143_000, models: ['glm-5.2'] };
    const two = { tokens: 1_043_000, models: ['glm-5.2', 'kimi-k3'] };
    const cases: readonly (readonly [cost: Partial<DossierView['cost']>, after: string, during: string])[] = [
      [{}, '$0.18 at list prices', '$0.18 of at most $1.00, at list prices'],
      [
        { spent_usd: null, unpriced: one },
        'unknown, the model has no list price; 1,43,000 tokens',
        'unknown, the model has no list price; 1,43,000 tokens',
      ],
      [
        { spent_usd: null, unpriced: two, unknown_stages: 1 },
        'unknown, the models have no list price; 10,43,000 tokens, and 1 stage whose cost is unknown',
        'unknown, the models have no list price; 10,43,000 tokens, and 1 stage whose cost is unknown',
      ],
      [
        { unpriced: one },
        '$0.18 at list prices, without 1,43,000 tokens of a model that has no list price',
        '$0.18 of at most $1.00, at list prices, without 1,43,000 tokens of a model that has no list price',
      ],
      [
        { spent_usd: null, unknown_stages: 2 },
        'unknown, nobody said how many tokens were used',
        'unknown, nobody said how many tokens were used',
      ],
    ];
    const run = { status: 'running', stages_done: 2, stage_title: 'Report', stages: 24 } as const;
    for (const [given, after, during] of cases) {
      const of = { cost: { ...COST, ...given }, stages: [stage] };
      assert.ok(textOf(dossier(of)).includes(`\nCost: ${after}\n`), after);
      const live = textOf(dossier({ ...of, report: null }, run));
      assert.ok(live.includes(`\nCost so far: ${during}\n`), live);
    }
  });

  it('the list: ratings and statuses, whether QA approved, and which of how many they are', () => {
    const { run } = dossier();
    assert.equal(
      researchList(
        [
          { ...run, rating: 'OVERWEIGHT', qa_status: 'PASS' },
          { ...run, run_id: 'ai-6', rating: 'NOT_RATED', qa_status: 'FAIL', status: 'REVIEW_REQUIRED' },
          { ...run, run_id: 'ai-5', rating: null, qa_status: null, status: 'PARTIAL' },
          { ...run, run_id: 'ai-4', rating: null, qa_status: null, status: 'FAILED' },
        ],
        { total: 12, from: 8, symbol: null },
      ).rawText,
      [
        'AI research',
        'KAVERI: Overweight',
        'ai-7, completed, 1 Oct 2026',
        'KAVERI: Not rated, not QA approved',
        'ai-6, draft, not approved, 1 Oct 2026',
        'KAVERI',
        'ai-5, evidence is enough, no report, 1 Oct 2026',
        'KAVERI',
        'ai-4, failed, 1 Oct 2026',
        '9 to 12 of 12',
      ].join('\n'),
    );
    assert.match(
      researchList([], { total: 0, from: 0, symbol: null }).rawText,
      /No research yet\. To start,/,
    );
    assert.match(researchList([], { total: 0, from: 0, symbol: 'TCS' }).rawText, /\/research TCS\./);
  });
});

const LEGACY = {
  ...LEGACY_REPORT,
  bull: [...LEGACY_REPORT.bull],
  bear: [...LEGACY_REPORT.bear],
  catalysts: [],
  risks: [...LEGACY_REPORT.risks],
  invalidations: [...LEGACY_REPORT.invalidations],
};

/** Texts that a model could be made to write. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    '/cancel@bot '.repeat(200),
    '@everyone '.repeat(300),
    'https://evil.example/x?y '.repeat(100),
    '**bold** [a](tg://user?id=1) <b>x</b> `c` '.repeat(50),
    'w'.repeat(9_000),
    '😀'.repeat(4_000),
    '\u202Egnp.exe\u202C \u0000\u0007 \uD800',
    'line\nline\r\n\t'.repeat(400),
  ),
);
const list = fc.array(hostile, { minLength: 0, maxLength: 40 });

describe('hostile words in a report of research', () => {
  const reports = fc
    .record({
      thesis: hostile,
      bull: list,
      bear: list,
      catalysts: list,
      risks: list,
      gaps: list,
      defects: list,
    })
    .map(({ thesis, bull, bear, gaps, defects, ...rest }) => {
      const base = publication();
      const [section] = base.sections;
      const { payload_hash: _hash, ...given } = base;
      return {
        ...given,
        payload_hash: 'x',
        thesis,
        ...rest,
        why_this_rating: thesis,
        bull: bull.map((statement) => ({ statement, claim_ids: ['c1'] })),
        bear: bear.map((statement) => ({ statement, claim_ids: [] })),
        sections: section === undefined ? [] : [{ ...section, title: thesis, gaps }],
        claims: bull.map((text, at) => ({ ...base.claims[0]!, claim_id: `c${at}`, text })),
        sources: bear.map((title) => ({ ...base.sources[0]!, title, url: title })),
        qa: {
          status: 'FAIL' as const,
          blocking_defects: defects.map((message) => ({ code: 'X', path: '', message })),
        },
      };
    });

  it('a card is one message whatever its report says: at most 4,096 characters and 100 entities', () => {
    fc.assert(
      fc.property(reports, hostile, list, (report, name, reasons) => {
        const view = dossier(
          {
            report,
            subject: { ...dossier().subject, name },
            coverage: reasons.map((title) => gap(title)),
            comparisons: [
              {
                run_id: 'ai-7',
                baseline_run_id: 'ai-3',
                classification: 'INSUFFICIENT_EVIDENCE',
                reasons,
                created_at: '2026-10-01T04:00:00.000Z',
              },
            ],
          },
          { status: 'REVIEW_REQUIRED', error: name.repeat(5), cutoff: '2026-10-01T04:00:00.000Z' },
        );
        const card = researchCard(view, { publicUrl: 'https://munim.example', message: null });
        assert.ok(card.rawText.length <= MESSAGE_LIMIT, `${card.rawText.length} characters`);
        assert.ok(card.rawEntities.length <= ENTITY_LIMIT, `${card.rawEntities.length} entities`);
        const without = card.rawText.replaceAll('\n', '');
        assert.doesNotMatch(without, /[\p{Cc}\u202A-\u202E\u2066-\u2069]|\p{Cs}/u);
      }),
      { numRuns: 60 },
    );
  });

  it('the longest card there can be is one message, and leaves room for the words that it may answer', () => {
    const long = 'w '.repeat(3_000);
    const many = Array.from({ length: 9 }, () => long);
    const base = publication();
    const cases = many.map((statement) => ({ statement, claim_ids: [] }));
    const report = {
      ...base,
      decision: { ...base.decision, horizon: long, override_reason: long },
      why_this_rating: long,
      bull: cases,
      bear: cases,
      catalysts: many,
      qa: {
        status: 'UNAVAILABLE' as const,
        blocking_defects: many.map((message) => ({ code: 'X', path: '', message })),
      },
    };
    const view = dossier(
      {
        report,
        stages: [stage],
        subject: { ...dossier().subject, name: long },
        coverage: many.map((title) => gap(title)),
        comparisons: [
          {
            run_id: 'ai-7',
            baseline_run_id: 'ai-123456789',
            classification: 'INSUFFICIENT_EVIDENCE',
            reasons: many,
            created_at: '2026-10-01T04:00:00.000Z',
          },
        ],
        outcomes: [5, 20, 60].map((horizon_days) => ({
          horizon_days,
          from_day: '2026-10-01',
          to_day: '2026-10-08',
          return_pct: -12.5,
          reason: null,
          benchmark: long,
          benchmark_return_pct: -12.5,
          benchmark_reason: null,
          evaluated_at: '2026-10-08T10:30:00.000Z',
        })),
      },
      { status: 'REVIEW_REQUIRED', error: long, symbol: long, cutoff: '2026-10-01T04:00:00.000Z' },
    );
    const { rawText } = researchCard(view, { publicUrl: null, message: null });
    assert.ok(rawText.length <= MESSAGE_LIMIT - 100, `${rawText.length} characters`);
    assert.ok(rawText.length > 3_000, `${rawText.length} characters are not the longest`);
  });

  it('every part splits into messages that fit, and leads nowhere but to sources', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...PARTS), (report, part) => {
        const text = partOf(dossier({ report }), part);
        for (const piece of splitText(text)) {
          assert.ok(piece.rawText.length <= MESSAGE_LIMIT);
          assert.ok(piece.rawEntities.length <= ENTITY_LIMIT);
        }
        for (const entity of text.rawEntities)
          if (entity.type === 'text_link') {
            assert.equal(part, 'sources');
            assert.match(entity.url, /^https?:/);
          } else assert.match(entity.type, /^(?:bold|italic|code)$/);
      }),
      { numRuns: 40 },
    );
  });

  it('commands, names and addresses are no more than text, each in few entities', () => {
    const few = passage('Send /cancel or see evil.example, @asha.', 200);
    assert.deepEqual(
      few.rawEntities.map(({ type, offset, length }) => [type, few.rawText.slice(offset, offset + length)]),
      [
        ['code', '/cancel'],
        ['code', 'evil.example'],
        ['code', '@asha'],
      ],
    );
    const many = passage('/a1 /b1 /c1 /d1', 200);
    assert.deepEqual(
      many.rawEntities.map(({ type, offset, length }) => [type, offset, length]),
      [['code', 0, many.rawText.length]],
    );
    assert.equal(passage('**a** <b>b</b> `c`', 50).rawText, '**a** <b>b</b> `c`');
  });

  it('a cut is never within a character, and what nobody can read is said to be so', () => {
    assert.equal(clipped('ab😀cd', 4), 'ab…');
    assert.equal(clipped('\u202E\u0000', 10), '(nothing readable)');
    assert.equal(clipped('a\n b', 10), 'a b');
  });
});
