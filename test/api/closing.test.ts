import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ROUTES } from '../../api/routes/index.ts';
import { testApi } from '../support/api-client.ts';
import { gate, ODD_ROUTES } from './odd-routes.ts';

describe('api closing', () => {
  it('closing finishes what is under way and takes nothing new', async () => {
    const other = await testApi({ routes: [...ROUTES, ...ODD_ROUTES] });
    const slow = await other.signedIn();
    gate.entered = new Promise((resolve) => {
      gate.enter = resolve;
    });
    const answer = slow.get('/api/odd/slow');
    await gate.entered;
    const closed = other.api.close();
    await assert.rejects(slow.get('/api/auth/me'));
    gate.release();
    assert.deepEqual((await answer).body, { done: true });
    await closed;
    await other.close();
  });

  // A browser opens connections in advance: with one of them open, stopping took ten seconds.
  it('closing does not wait for a connection that has sent nothing', async () => {
    const deadline = 30_000;
    const other = await testApi({ closeWithinMs: deadline });
    const { hostname, port } = new URL(other.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    // Answered on another connection, the server has seen this one too.
    assert.equal((await other.stranger().get('/healthz')).status, 200);
    const from = performance.now();
    await Promise.all([other.api.close(), once(silent, 'close')]);
    assert.ok(performance.now() - from < deadline / 2);
    await other.close();
  });

  it('closing waits no longer than its deadline', async () => {
    const other = await testApi({ routes: [...ROUTES, ...ODD_ROUTES], closeWithinMs: 100 });
    const slow = await other.signedIn();
    gate.entered = new Promise((resolve) => {
      gate.enter = resolve;
    });
    const answer = slow.get('/api/odd/slow').catch(() => 'cut');
    await gate.entered;
    // It is held until the end of the test: without the deadline the server would wait for it.
    await other.api.close();
    assert.equal(await answer, 'cut');
    gate.release();
    await other.close();
  });
});
