import { Problem } from '../../core/platform/index.ts';
import { SENT_AGAIN } from './messages.ts';
import type { Aim, Asked, FromProcess, ToProcess } from './messages.ts';
import type { Passing } from './steps.ts';
import { openTradingSide, type TradingPlace } from './trading-side.ts';

/*
 * A process of Munim that answers plans and trades. Its parent tells it what to do, and at which step of it to die.
 */
const ANSWERER = { actor: 'api:owner', via: 'DASHBOARD' } as const;
const clock = { at: new Date(0), now: () => new Date(clock.at) };
const times = new Map<string, number>();
const passed: string[] = [];
const never = new AbortController().signal;
let aim: (Aim & { passed: number }) | null = null;

async function say(message: FromProcess): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(message, () => resolve()));
}

const passing: Passing = async (step, when) => {
  const time = (times.get(step) ?? 0) + 1;
  times.set(step, time);
  passed.push(step);
  if (aim?.steps.includes(step) !== true) return;
  aim.passed += 1;
  if (aim.passed <= aim.skip) return;
  const { signal } = aim;
  aim = null;
  if (signal === 'SIGKILL') await say({ kind: 'dying', step, time });
  if (when === 'soon') {
    setImmediate(() => process.kill(process.pid, signal));
    return;
  }
  if (signal === 'SIGSTOP') await say({ kind: 'sleeping' });
  process.kill(process.pid, signal);
};

const { live } = await openTradingSide(JSON.parse(process.argv[2] ?? '{}') as TradingPlace, clock, passing);

async function perform(asked: Asked): Promise<void> {
  clock.at = new Date(asked.at);
  switch (asked.kind) {
    case 'approve':
      await live.approvals.approve(asked.userId, asked.planId, {}, ANSWERER);
      return;
    case 'reject':
      await live.approvals.reject(asked.userId, asked.planId, {}, ANSWERER);
      return;
    case 'send again':
      await live.settlements.settleOrder(asked.userId, asked.orderId, SENT_AGAIN, ANSWERER);
      await live.settled();
      return;
    case 'round':
      // What an approval began goes on beside it, as in a running Munim.
      await live.round(never);
      await live.settled();
      return;
    case 'settle':
      await live.settled();
      return;
    case 'steps':
  }
}

async function answer(asked: Asked): Promise<void> {
  const { nr, kind } = asked;
  try {
    await perform(asked);
    await say({ kind: 'done', nr, code: null, ...(kind === 'steps' ? { steps: passed } : {}) });
  } catch (error) {
    await say({ kind: 'done', nr, code: error instanceof Problem ? error.code : String(error) });
  }
}

process.on('message', (message: ToProcess) => {
  if (message.kind === 'aim') aim = { ...message.aim, passed: 0 };
  else void answer(message);
});
process.on('disconnect', () => process.exit(0));
await say({ kind: 'ready' });
