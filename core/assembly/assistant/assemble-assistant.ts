import { type Assistant, createAssistant } from '../../assistant/index.ts';
import { bookReaders, createHeld } from './books.ts';
import { createMarketFacts, optionReaders, researchReaders } from './market.ts';
import { planReaders } from './plans.ts';
import { returnReaders } from './returns.ts';
import { isOutsideWindow } from '../../performance/index.ts';
import type { Context } from '../../platform/index.ts';
import type { Llm } from '../../llm/port/index.ts';
import type { Options } from '../../options/index.ts';

type Read = Parameters<typeof bookReaders>[0] &
  Omit<Parameters<typeof returnReaders>[0], 'isOutsideWindow'> &
  Parameters<typeof planReaders>[0] &
  Parameters<typeof researchReaders>[0] &
  Parameters<typeof createMarketFacts>[0];

/**
 * The assistant over everything that it may read. Books and trading may not know of each other, so what reads both is put
 * together here, above them.
 */
export function assembleAssistant(
  context: Context,
  services: Read & { options: Pick<Options, 'ingest'> },
  llm: Llm,
): Assistant {
  const held = createHeld(services);
  return createAssistant(context, {
    llm,
    readers: [
      ...bookReaders(services, held),
      ...returnReaders({ ...services, isOutsideWindow }),
      ...planReaders(services),
      ...optionReaders(services),
      ...researchReaders(services),
    ],
    held: held.names,
    readFacts: createMarketFacts(services),
    async store(userId, record) {
      const { rejected } = await services.options.ingest(userId, [record]);
      return rejected[0]?.message ?? null;
    },
  });
}
