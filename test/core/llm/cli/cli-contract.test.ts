import type { ErrorClass } from '../../../../core/llm/index.ts';
import { openProgram, type Script, type Speaks } from '../../../support/cli-program.ts';
import { type ContractSubject, providerContract, type Situation } from '../provider-contract.ts';

/** What a program reports so that a provider finds this class: the status and the words of a server. */
const REPORTS: Partial<Record<ErrorClass, readonly [status: number, message: string]>> = {
  AUTH: [401, 'unexpected status 401 Unauthorized: Incorrect key'],
  QUOTA: [402, 'status 402 Payment Required'],
  RATE_LIMIT: [429, 'exceeded retry limit, last status: 429 Too Many Requests'],
  CAPACITY: [529, 'status 529: Overloaded'],
  TRANSIENT: [500, 'status 500: oops'],
  CONTEXT: [413, 'status 413: prompt is too long'],
  SCHEMA: [400, 'Invalid schema: regex lookaround is not supported. status 400'],
  BAD_REQUEST: [400, 'status 400: no such option'],
};
const SECRET = 'sk-cli-key-000000000001';

function scriptOf(speaks: Speaks, situation: Situation): Script | null {
  switch (situation.kind) {
    case 'answers':
      return { speaks, text: situation.text };
    case 'counts nothing':
      return { speaks: 'text', text: 'Up.' };
    case 'hangs':
      return { speaks, does: 'hang' };
    case 'fails': {
      if (situation.as === 'BAD_OUTPUT') return { speaks, does: 'unstructured', text: 'No idea.' };
      const [status, message] = REPORTS[situation.as] ?? [];
      return status === undefined || message === undefined
        ? null
        : { speaks, does: 'fail', status, message: `${message} ${SECRET}` };
    }
    // The counts of the double are fixed and tried by each reader's own test; nothing comes in pieces.
    case 'counts':
    case 'stalls':
      return null;
  }
}

for (const speaks of ['codex', 'claude'] as const) {
  const subject: ContractSubject = {
    name: `a program, ${speaks}`,
    secret: SECRET,
    tellsWhole: true,
    async open(situation) {
      const isMissing = situation.kind === 'fails' && situation.as === 'NOT_CONFIGURED';
      const script = isMissing ? { speaks } : scriptOf(speaks, situation);
      if (script === null) return { cannot: 'no program reports it' };
      const program = await openProgram(script, isMissing ? { LLM_CLI_BIN: '/nowhere/at-all' } : {}, {
        limits: { graceMs: 50 },
      });
      return { provider: program.cli.provider, close: program.close };
    },
  };
  providerContract(subject);
}
