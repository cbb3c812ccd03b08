import { createHttpProvider, type ErrorClass, WIRE_FORMATS } from '../../../../core/llm/index.ts';
import { FAULTS, startModelServer, type Turn } from '../../../support/model-server.ts';
import { type ContractSubject, providerContract, type Situation } from '../provider-contract.ts';

const KEY = 'sk-loopback-key-000000000001';

/** What the server does so that a provider finds this class. */
const FAILING: Partial<Record<ErrorClass, Turn>> = {
  AUTH: FAULTS.unauthorised,
  QUOTA: FAULTS.quota,
  RATE_LIMIT: FAULTS.rateLimited,
  CAPACITY: FAULTS.overloaded,
  TRANSIENT: FAULTS.badGateway,
  CONTEXT: FAULTS.tooLong,
  SCHEMA: FAULTS.schemaRefused,
  BAD_OUTPUT: FAULTS.truncatedJson,
  CONTENT_FILTER: FAULTS.refusal,
  BAD_REQUEST: FAULTS.badRequest,
};

function turnOf(situation: Situation): Turn | null {
  switch (situation.kind) {
    case 'answers':
      return { kind: 'answer', text: situation.text };
    case 'counts': {
      const { input, output, cached } = situation;
      return { kind: 'answer', usage: { input, output, cached } };
    }
    case 'counts nothing':
      return FAULTS.noUsage;
    case 'hangs':
      return FAULTS.hang;
    case 'stalls':
      return FAULTS.stall;
    case 'fails':
      return FAILING[situation.as] ?? null;
  }
}

for (const format of WIRE_FORMATS) {
  const subject: ContractSubject = {
    name: `HTTP, ${format}`,
    secret: KEY,
    async open(situation) {
      const server = await startModelServer();
      const turn = turnOf(situation);
      if (turn !== null) server.always(turn);
      const provider = createHttpProvider({
        id: 'provider_a',
        format,
        // Without an address it cannot be asked at all.
        baseUrl: turn === null ? '' : server.baseUrl,
        model: 'loopback-1',
        apiKey: KEY,
        contextTokens: 8_192,
        allowInward: true,
        clock: { now: () => new Date('2026-06-15T10:00:00.000Z') },
      });
      return { provider, close: server.close };
    },
  };
  providerContract(subject);
}
