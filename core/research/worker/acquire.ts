import { onAbort, redactText, type Timers } from '../../platform/index.ts';
import {
  type Documents,
  type EvidencePacket,
  type EvidenceProvider,
  type EvidenceRequest,
  inTurns,
  type RefusedEvidence,
} from '../port/index.ts';
import { inputHash, isKeepable, type StageResult } from './stage-result.ts';

/** A source that has not answered by then is given up: a run must not outlast its lease. */
const ACQUIRE_LIMIT_MS = 10 * 60_000;
/** Changes when a source is asked in another way. */
const VERSION = '2';

/** The stage was given up: it took longer than it may. */
class StageTimedOut extends Error {
  override name = 'StageTimedOut';
}

/**
 * Work with a limit, which need not listen to its signal.
 * @throws StageTimedOut, or the reason of `signal`.
 */
export async function withLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { limitMs, signal, timers }: { limitMs: number; signal: AbortSignal; timers: Pick<Timers, 'sleep'> },
): Promise<T> {
  const own = new AbortController();
  const done = new AbortController();
  const off = onAbort(signal, () => own.abort(signal.reason));
  const aborted = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  void timers.sleep(limitMs, done.signal).then(
    () => own.abort(new StageTimedOut(`it did not end within ${Math.round(limitMs / 60_000)} minutes`)),
    () => undefined,
  );
  try {
    return await Promise.race([work(own.signal), aborted]);
  } finally {
    done.abort();
    off();
  }
}

/** Packets that are looked through before others have their turn. */
const PACKETS_A_TURN = 10;

async function* each(packets: readonly EvidencePacket[]): AsyncGenerator<EvidencePacket> {
  for await (const some of inTurns(packets, PACKETS_A_TURN)) yield* some;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * Asks one source. Whatever it does, the run goes on: what failed is in words. Packets that came before from another source
 * are refused as DUPLICATE (research/Evidence acquisition rules 2).
 * @throws only the reason of `signal`.
 */
export async function acquire(
  provider: EvidenceProvider,
  request: EvidenceRequest,
  parts: {
    documents: Documents;
    known: ReadonlySet<string>;
    signal: AbortSignal;
    timers: Pick<Timers, 'sleep'>;
  },
): Promise<StageResult> {
  const { name } = provider;
  const { documents, known, signal, timers } = parts;
  const { subject, owner_user_id, peers, mode, as_of, years } = request;
  const asked = { subject, owner_user_id, peers, mode, as_of, years };
  const input_hash = inputHash(`ACQUIRE_${name}`, VERSION, asked);
  if (!provider.covers(subject))
    return { status: 'SKIPPED', detail: 'This source does not cover this kind of share.', input_hash };
  try {
    const acquired = await withLimit(
      async (limited) => await provider.acquire({ ...request, signal: limited }, documents),
      { limitMs: ACQUIRE_LIMIT_MS, signal, timers },
    );
    const packets: EvidencePacket[] = [];
    const refused: RefusedEvidence[] = [...acquired.refused];
    const seen = new Set(known);
    for await (const packet of each(acquired.packets)) {
      const { source_id } = packet;
      if (seen.has(source_id))
        refused.push({
          provider: name,
          source_id,
          reason: 'DUPLICATE',
          detail: 'This is a duplicate of an earlier source.',
        });
      else if (!isKeepable(packet))
        refused.push({
          provider: name,
          source_id: isKeepable(source_id) ? source_id : 'unreadable',
          reason: 'MALFORMED',
          detail: 'It has characters that cannot be stored.',
        });
      else packets.push(packet);
      seen.add(source_id);
    }
    const { failures } = acquired;
    const isNothing = packets.length === 0 && failures.length > 0;
    // What was not allowed was not asked for, and its summary says so.
    const asked = failures.filter(({ kind }) => kind !== 'NOT_ALLOWED');
    const words = [
      acquired.summary ?? plural(packets.length, 'packet'),
      ...(refused.length > 0 ? [`${refused.length} refused`] : []),
      ...(asked.length > 0 ? [`${plural(asked.length, 'request')} failed: ${asked[0]?.message ?? ''}`] : []),
    ];
    return {
      status: isNothing ? 'FAILED' : 'COMPLETED',
      detail: redactText(`${words.join(', ').replace(/\.$/, '')}.`),
      input_hash,
      evidence: { packets, refused, failures },
    };
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    const message = redactText(
      error instanceof StageTimedOut
        ? `Munim stopped waiting for the source: ${why}.`
        : `The source failed: ${why}`,
    ).slice(0, 500);
    return {
      status: 'FAILED',
      detail: message,
      input_hash,
      evidence: {
        packets: [],
        refused: [],
        failures: [
          { provider: name, kind: error instanceof StageTimedOut ? 'timeout' : 'malformed', message },
        ],
      },
    };
  }
}
