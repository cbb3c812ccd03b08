import assert from 'node:assert/strict';
import { createTurns } from '../../../../core/platform/index.ts';

describe('turns', () => {
  it('what belongs together is done one after the other, the rest side by side; a failure holds up nobody', async () => {
    const turns = createTurns();
    const order: string[] = [];
    const ends: Record<string, () => void> = {};
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise<void>((resolve) => (ends[name] = resolve));
      order.push(`${name} ends`);
      if (name === 'a1') throw new Error('failed');
      return name;
    };
    const soon = () => new Promise((resolve) => setImmediate(resolve));
    const first: Promise<string> = turns.run('a', work('a1'));
    const second = turns.run('a', work('a2'));
    const other = turns.run('b', work('b1'));
    const idle = turns.idle().then(() => order.push('idle'));
    await soon();
    assert.deepEqual(order, ['a1 begins', 'b1 begins']);
    ends['a1']?.();
    await assert.rejects(first, /failed/);
    await soon();
    ends['b1']?.();
    assert.equal(await other, 'b1');
    assert.ok(!order.includes('idle'));
    ends['a2']?.();
    assert.equal(await second, 'a2');
    await idle;
    assert.deepEqual(order.slice(2), ['a1 ends', 'a2 begins', 'b1 ends', 'a2 ends', 'idle']);
  });
});
