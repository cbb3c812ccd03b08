import assert from 'node:assert/strict';
import type { Notification } from '../../api/dashboard/src/api/types.ts';
import { linkOf } from '../../api/dashboard/src/pages/notification-link.ts';

describe('where a notification leads', () => {
  const to = (kind: string, payload: unknown): string | null =>
    linkOf({ kind, payload } as Pick<Notification, 'kind' | 'payload'>)?.to ?? null;

  it('to its plan, or else to its policy, or else to all of them', () => {
    assert.equal(to('policy_plan', { plan_id: '7', policy_id: '3', state: 'PARTIAL' }), '/policies/plans/7');
    assert.equal(to('policy_plan', { policy_id: '3', cycle_id: '9' }), '/policies/3');
    assert.equal(to('policy_funding', { policy_id: '3', contribution_id: '4' }), '/policies/3');
    assert.equal(to('policy_cycle', { policy_id: '3' }), '/policies/3');
    assert.equal(to('policy_plan', { connection_id: '1', difference: 'CASH' }), '/policies');
    assert.equal(to('policy_digest', null), '/policies');
    assert.equal(to('weekly_letter', { to: '2026-03-08' }), '/notifications/letter');
    assert.equal(to('ai_research_ended', { run_id: 'ai-12' }), '/research/ai/ai-12');
    assert.equal(to('ai_research_ended', { run_id: '../x' }), '/research/ai');
    assert.equal(to('ai_research_drift', { run_id: 'ai-12' }), '/research/ai/ai-12');
    assert.equal(to('options_promotion_possible', { strategy: 'short_put' }), '/options/go-live');
  });

  it('nowhere where its kind is about something else, or its id is none', () => {
    assert.equal(to('alert_fired', { policy_id: '3' }), null);
    assert.equal(to('policy_plan', { plan_id: '../settings' }), '/policies');
  });
});
