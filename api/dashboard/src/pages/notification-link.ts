/** Where a notification leads: to the plan, the policy or the dossier that it is about. */
import type { Notification } from '../api/types.ts';

/** Kinds about policies: where they name neither a plan nor a policy they lead to all of them. */
const OF_POLICIES: readonly string[] = ['policy_cycle', 'policy_funding', 'policy_plan', 'policy_digest'];

/** An id out of a payload, which holds what its kind put there; null for anything else. */
function idOf(payload: unknown, name: 'plan_id' | 'policy_id'): string | null {
  const value = typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : null;
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : null;
}

/** The dossier that a payload names, or the list of all. */
function dossierOf(payload: unknown): string {
  const id: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'run_id') : null;
  return typeof id === 'string' && /^ai-\d{1,18}$/.test(id) ? `/research/ai/${id}` : '/research/ai';
}

/** The page that a notification is about; null where there is none. */
export function linkOf({
  kind,
  payload,
}: Pick<Notification, 'kind' | 'payload'>): { to: string; label: string } | null {
  if (kind === 'weekly_letter') return { to: '/notifications/letter', label: 'Show the letters' };
  if (kind === 'books_audit') return { to: '/data/quality?show=audit', label: 'Show the audit' };
  if (kind === 'options_envelope_halted') return { to: '/options/envelope', label: 'Show the risk envelope' };
  if (kind === 'options_promotion_possible') return { to: '/options/go-live', label: 'Show the gate' };
  if (kind === 'ai_research_ended' || kind === 'ai_research_drift')
    return { to: dossierOf(payload), label: 'Show the dossier' };
  if (!OF_POLICIES.includes(kind)) return null;
  const plan = idOf(payload, 'plan_id');
  if (plan !== null) return { to: `/policies/plans/${plan}`, label: `Show plan ${plan}` };
  const policy = idOf(payload, 'policy_id');
  if (policy !== null) return { to: `/policies/${policy}`, label: 'Show the policy' };
  return { to: '/policies', label: 'Show policies' };
}
