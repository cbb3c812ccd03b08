import { addDays } from '../../core/platform/index.ts';
import {
  type EvidencePacket,
  type EvidenceProviderName,
  type Fact,
  type FactConflict,
  factId,
  METRICS,
  type MetricId,
  PROVIDERS,
  type Scope,
} from '../../core/research/index.ts';
import type { ModelStage } from '../../core/research/analysis/index.ts';
import { promptFor, type StageMaterial, type StagePrompt } from '../../core/research/prompts/index.ts';
import { composing } from './composing.ts';
import { indian, packetOf } from './evidence-packets.ts';

const UNITS = {
  MONEY: 'INR',
  MONEY_PER_SHARE: 'INR/share',
  SHARES: 'shares',
  PERCENT: 'pct',
  RATIO: 'ratio',
  COUNT: 'count',
};

/** A figure of the company of `checkedReport`, on the grounds of its results; what a test gives stands instead. */
export function figureOf(metric: MetricId, scope: Scope, key: string, given: Partial<Fact> = {}): Fact {
  const [start, end] = key.startsWith('FY') ? indian(key) : [null, key];
  const { kind, unit } = METRICS[metric];
  const of = given.scope_detail ?? null;
  return {
    fact_id: factId(metric, scope, of, key),
    metric,
    scope,
    scope_detail: of,
    period: { key, start: kind === 'FLOW' ? start : null, end },
    unit: UNITS[unit],
    value: '11200000000',
    value_high: null,
    authority: 'FILING',
    label: 'VERIFIED_FACT',
    is_validated: true,
    source_ids: ['nse_filings:results'],
    locator: 'test',
    published_at: '2026-06-01T10:00:00.000Z',
    derivation: null,
    notes: [],
    ...given,
  };
}

/** Two sources that differ about one figure. */
export function disputeOf(fact: Fact, other: string): FactConflict {
  const { fact_id, metric, scope, scope_detail, period, unit, value } = fact;
  const candidate = (said: string, source_id: string) => ({
    value: said,
    value_high: null,
    unit,
    source_id,
    authority: 'FILING' as const,
    published_at: '2026-06-01T10:00:00.000Z',
    filing: null,
    locator: 'test',
  });
  return {
    fact_id,
    metric,
    scope,
    scope_detail,
    period,
    candidates: [candidate(value, 'nse_filings:results'), candidate(other, 'nse_filings:restated')],
    chosen: 0,
    rule: 'FIRST_SEEN',
    note: 'The two filings differ.',
  };
}

/** A document of each provider, with two passages. */
export const passagesOfAll = (): EvidencePacket[] =>
  PROVIDERS.map((provider) =>
    packetOf(AUTHORITY_OF[provider], [], {
      source_id: `${provider}:words`,
      provider,
      entity: { symbol: 'KAVERI', isin: null, name: null, id: null },
      passages: [
        { id: 'p1', text: `The first words of ${provider}.` },
        { id: 'p2', text: `The second words of ${provider}.` },
      ],
    }),
  );

const AUTHORITY_OF: Readonly<Record<EvidenceProviderName, EvidencePacket['authority']>> = {
  internal: 'OFFICIAL',
  sec: 'FILING',
  nse_filings: 'FILING',
  nse_announcements: 'FILING',
  exchange_actions: 'REGULATOR',
  nse_archive: 'OFFICIAL',
  bse_announcements: 'FILING',
  issuer: 'COMPANY',
  yahoo: 'AGGREGATOR',
  news: 'DISCOVERED',
};

const YEARS = ['FY2022', 'FY2023', 'FY2024', 'FY2025', 'FY2026'];
const PARTS = ['', 'Q1', 'Q2', 'Q3', 'Q4'];

/** Five years with their quarters, of every figure that there is, and a year of closes: some thousands of facts. */
export function manyFacts(): Fact[] {
  const metrics = Object.keys(METRICS) as MetricId[];
  const own = metrics.flatMap((metric) =>
    YEARS.flatMap((year) =>
      PARTS.flatMap((part) => [
        figureOf(metric, 'consolidated', `${year}${part}`),
        figureOf(metric, 'standalone', `${year}${part}`),
      ]),
    ),
  );
  const closes = Array.from({ length: 250 }, (_, at) =>
    figureOf('close', 'market', addDays('2026-09-29', -at), { value: '246.95' }),
  );
  return [...own, ...closes];
}

/** A run that has heard every stage, has a document of every provider, and sources that disagree on its revenue. */
export function stageMaterial(given: Partial<StageMaterial> = {}): StageMaterial {
  const { subject, profileName, mode, as_of, facts, coverage, packets, peers, outputs } = composing();
  const revenue = facts.find(({ fact_id }) => fact_id === 'revenue.consolidated.fy2026')!;
  return {
    subject,
    profileName,
    mode,
    as_of,
    facts: [
      ...facts,
      figureOf('pe_ttm', 'peer', '2026-09-30', { scope_detail: 'DEEP', value: '18.2' }),
      figureOf('pe_ttm', 'peer', '2026-09-30', { scope_detail: 'NOPEER', value: '9.1' }),
      figureOf('total_debt', 'consolidated', 'FY2026'),
      figureOf('close', 'market', 'LATEST', {
        value: '246.95',
        authority: 'OFFICIAL',
        period: { key: 'LATEST', start: null, end: '2026-09-30' },
      }),
    ],
    conflicts: [disputeOf(revenue, '11190000000')],
    coverage,
    packets: [...packets, ...passagesOfAll()],
    peers,
    outputs,
    ...given,
  };
}

/** The lines of a block of a prompt, each read as JSON. @throws Error where the block is not there exactly once */
export function linesOf(text: string, block: string): Record<string, unknown>[] {
  const parts = text.split(`<${block}>\n`);
  const inside = parts[1]?.split(`</${block}>`);
  if (parts.length !== 2 || inside?.length !== 2) throw new Error(`<${block}> is not there once`);
  return inside[0]!
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** What stands outside of the blocks: words of the product alone. */
export const outsideOf = (text: string): string => text.replace(/<([a-z_]+)>\n[\s\S]*?\n?<\/\1>/g, '<$1/>');

/** Room for everything that a stage may be shown in tests. */
export const PROMPT_ROOM = { maxInputTokens: 48_000 };

/** What a stage is asked, with its message. */
export function askedOf(
  stage: ModelStage,
  material: StageMaterial = stageMaterial(),
): StagePrompt & { text: string } {
  const prompt = promptFor(stage, material, PROMPT_ROOM);
  const [message, ...others] = prompt.messages;
  if (message === undefined || others.length > 0) throw new Error(`${stage} is asked by one message`);
  return { ...prompt, text: message.text };
}

/** The facts that a message shows. */
export const factIdsIn = (text: string): string[] =>
  linesOf(text, 'facts').map(({ fact_id }) => String(fact_id));
