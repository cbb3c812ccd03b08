import assert from 'node:assert/strict';
import { createEvaluation, type Evaluated } from '../../core/research/evaluation/index.ts';
import { testCore, type TestCore } from './core.ts';
import { opinion, requestFor, scorecardOf } from './evaluations.ts';
import { type ModelRequestSeen, type ModelServer, startModelServer, type Turn } from './model-server.ts';

export const NEVER = new AbortController().signal;
export const LEFT_THESIS = 'Orders grow and debt is low.';

/** All that a model was told. */
export const promptOf = ({ body }: ModelRequestSeen): string =>
  (body['messages'] as { content: string }[]).map(({ content }) => content).join('\n');

/** Whether the candidate stands in the first place of what a model was shown. */
export const isForward = (seen: ModelRequestSeen): boolean => {
  const prompt = promptOf(seen);
  return prompt.indexOf(LEFT_THESIS) < prompt.indexOf('Orders may grow.');
};
export const honest = (seen: ModelRequestSeen): Turn => ({
  kind: 'answer',
  text: JSON.stringify(scorecardOf(opinion(), isForward(seen) ? 'FORWARD' : 'REVERSE')),
});
const PERSONAS = {
  auditor: /You are an auditor/,
  investor: /You are a private investor/,
  sceptic: /sceptical manager/,
};
export const personaOf = (seen: ModelRequestSeen): keyof typeof PERSONAS =>
  (Object.keys(PERSONAS) as (keyof typeof PERSONAS)[]).find((id) => PERSONAS[id].test(promptOf(seen))) ??
  assert.fail('no persona');

/** Judging by models of one or two providers, each a server of its own; for the cases of a `describe`. */
export function judgingWorld() {
  let servers: ModelServer[];
  let test: TestCore | null;
  beforeEach(() => {
    servers = [];
    test = null;
  });
  afterEach(async () => {
    await test?.close();
    for (const server of servers) await server.close();
  });

  /** A core whose providers are these servers. */
  async function opened(
    count: 1 | 2,
    environment: Record<string, string> = {},
    turn: Turn | ((seen: ModelRequestSeen) => Turn) = honest,
  ): Promise<TestCore> {
    for (let at = 0; at < count; at += 1) {
      const server = await startModelServer();
      server.always(turn);
      servers.push(server);
    }
    const [a, b] = servers;
    test = await testCore({
      environment: {
        LLM_PROVIDER_DEFAULT: 'provider_a',
        LLM_FAILOVER_DEFAULT: count === 2 ? 'provider_b' : 'provider_a',
        LLM_PROVIDERA_BASE_URL: a?.baseUrl ?? '',
        LLM_PROVIDERA_DEFAULT_MODEL: 'llama3.3',
        ...(b === undefined
          ? {}
          : { LLM_PROVIDERB_BASE_URL: b.baseUrl, LLM_PROVIDERB_DEFAULT_MODEL: 'gpt-5.4' }),
        LLM_HTTP_RETRY_BACKOFF_SEC: '0',
        LLM_HTTP_MAX_RETRIES: '5',
        ...environment,
      },
    });
    return test;
  }
  const evaluate = async (
    { core, owner }: TestCore,
    request = requestFor(null),
    signal = NEVER,
  ): Promise<Evaluated> =>
    await createEvaluation(core, {
      chains: async () => await core.llm.singlesFor('system', 'research_evaluation'),
    }).evaluate(owner, request, signal);
  const judgements = async ({ core }: TestCore) =>
    await core.database.asSystem(
      'look at judgements',
      async (trx) =>
        (await trx('research.ai_research_evaluation_judgements').orderBy('id')) as Record<string, unknown>[],
    );
  const reasonsOf = ({ outcome }: Evaluated): string[] =>
    outcome.judges.flatMap(({ invalid }) => invalid.map(({ reason }) => reason));

  /** One of three judges gives that answer: it is invalid with this reason, and is asked twice at most. */
  async function isInvalid(turn: Turn, reason: RegExp): Promise<void> {
    const given = await opened(1, {}, (seen) => (personaOf(seen) === 'sceptic' ? turn : honest(seen)));
    const evaluated = await evaluate(given);
    const { outcome } = evaluated;
    assert.deepEqual(
      [outcome.verdict, outcome.exit_code, outcome.reasons[0]?.code],
      ['REVIEW_REQUIRED', 2, 'TOO_FEW_JUDGES'],
    );
    assert.deepEqual(outcome.invalid_judge_ids, ['sceptic/provider_a/llama3.3']);
    const reasons = reasonsOf(evaluated);
    assert.equal(reasons.length, 2);
    assert.match(reasons[0] ?? '', reason);
    for (const one of reasons) assert.ok(one.length <= 500);
    const asked = servers[0]?.requests.filter((seen) => personaOf(seen) === 'sceptic').length ?? 0;
    assert.ok(asked >= 1 && asked <= 4, `asked ${asked} times in two orders`);
  }

  return { opened, evaluate, judgements, reasonsOf, isInvalid, servers: () => servers, current: () => test };
}
