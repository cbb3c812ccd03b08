import type { TestApi } from '../support/api-client.ts';

/** Gives a person a run of research with a row in each of its tables, and answers its id. */
export async function furnishResearch(
  { core }: Pick<TestApi, 'core'>,
  userId: string,
  mark: string,
): Promise<string> {
  const words = JSON.stringify([mark]);
  return await core.database.asSystem('rows that only the worker writes', async (trx) => {
    const [run] = (await trx('research.ai_research_runs')
      .insert({
        owner_user_id: userId,
        route: 'V3',
        mode: 'CURRENT',
        status: 'FAILED',
        error: mark,
        symbol: mark,
        instrument_id: 1,
        subject: JSON.stringify({ instrument_id: '1', symbol: mark, name: mark }),
        accepted_on: '2024-01-01',
        estimated_cost_usd: 0,
        limits: JSON.stringify({ max_cost_usd: 1 }),
        created_at: trx.fn.now(),
        updated_at: trx.fn.now(),
        finished_at: trx.fn.now(),
      })
      .returning('id')) as { id: string }[];
    const of = { run_id: run?.id ?? '', owner_user_id: userId };
    const now = { created_at: trx.fn.now() };
    const content = JSON.stringify({ notes: [mark], observations: [], passages: [] });
    const figure = {
      metric: 'revenue',
      scope: 'company',
      period: { key: 'FY2026', start: null, end: '2026-03-31' },
    };
    const conflict = { ...figure, fact_id: mark, scope_detail: null, candidates: [], chosen: 0 };
    const rows: [table: string, row: Record<string, unknown>][] = [
      ['ai_research_stages', { ...of, stage: 'LEDGER', nr: 1, lifecycle: 'CONTEXT', detail: mark }],
      [
        'ai_research_stage_outputs',
        { ...of, stage: 'EDITOR', prompt_version: mark, prompt: content, output: content, ...now },
      ],
      [
        'ai_research_stage_calls',
        {
          ...of,
          stage: 'EDITOR',
          provider: mark,
          model: mark,
          counted_usd: 0,
          counted_tokens: 1,
          begun_at: trx.fn.now(),
        },
      ],
      [
        'ai_research_evidence_sources',
        {
          ...of,
          source_key: mark,
          provider: 'nse_filings',
          outcome: 'USED',
          detail: mark,
          recorded_at: trx.fn.now(),
        },
      ],
      [
        'ai_research_packets',
        {
          ...of,
          source_id: mark,
          provider: 'nse_filings',
          publisher: mark,
          authority: 'FILING',
          source_class: 'VERIFIED_FETCHED',
          title: mark,
          published_precision: 'UNKNOWN',
          fetched_at: trx.fn.now(),
          origin: 'FILE',
          evidence_hash: mark,
          content,
        },
      ],
      [
        'ai_research_facts',
        {
          ...of,
          nr: 1,
          fact_id: mark,
          ...figure,
          period: JSON.stringify(figure.period),
          unit: 'INR',
          value: '1',
          authority: 'FILING',
          label: 'VERIFIED_FACT',
          is_validated: true,
          source_ids: words,
          locator: mark,
          notes: words,
        },
      ],
      [
        'ai_research_conflicts',
        {
          ...of,
          fact_id: mark,
          nr: 1,
          rule: 'FIRST_SEEN',
          chosen: 0,
          content: JSON.stringify({ ...conflict, rule: 'FIRST_SEEN', note: mark }),
        },
      ],
      [
        'ai_research_coverage',
        {
          ...of,
          obligation: mark,
          nr: 1,
          section: mark,
          family: 'DISCOVERED',
          is_required: false,
          is_covered: true,
          content,
        },
      ],
      [
        'ai_research_claims',
        { ...of, claim_id: mark, text: mark, label: 'UNSUPPORTED', fact_ids: words, source_ids: words },
      ],
      [
        'ai_research_reports',
        {
          ...of,
          schema_version: '2.0',
          payload_json: content,
          payload_hash: mark,
          qa_status: 'UNAVAILABLE',
          ...now,
        },
      ],
      ['ai_thesis_baselines', { ...of, instrument_id: 1, ...now }],
      ['ai_thesis_comparisons', { ...of, classification: 'UNCHANGED', reasons: words, ...now }],
      [
        'ai_thesis_outcomes',
        {
          ...of,
          horizon_days: 5,
          from_day: '2024-01-01',
          to_day: '2024-01-08',
          return_pct: 1,
          evaluated_at: trx.fn.now(),
        },
      ],
      [
        'ai_thesis_rotation',
        {
          owner_user_id: userId,
          cycle: 1,
          instrument_id: 1,
          outcome: 'SKIPPED',
          reason: mark,
          day: '2024-01-01',
          ...now,
        },
      ],
      [
        'ai_research_stage_cache',
        { owner_user_id: userId, input_hash: mark, stage: 'LEDGER', output: content, ...now },
      ],
    ];
    for (const [table, row] of rows) await trx(`research.${table}`).insert(row);
    const [judged] = (await trx('research.ai_research_evaluation_cases')
      .insert({ owner_user_id: userId, tier: mark, seed: 1, inputs: content, inputs_hash: mark, ...now })
      .returning('id')) as { id: string }[];
    await trx('research.ai_research_evaluation_judgements').insert({
      case_id: judged?.id ?? '',
      owner_user_id: userId,
      judge: mark,
      ordering: 'FORWARD',
      latency_ms: 1,
      prompt_hash: mark,
      scorecard: content,
      ...now,
    });
    return `ai-${of.run_id}`;
  });
}
