import type { Claim } from '../core/notifications/index.ts';
import { button, type Button } from './chat-reply.ts';
import { FUNDING_DIALOGUE } from './commands/contributions.ts';
import { LOGIN_DIALOGUE, OTP_DIALOGUE } from './commands/connection-sync.ts';
import { SETTLE } from './commands/policy-settlements.ts';
import { APPROVE } from './plan-cards.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Place, Transport } from './ports.ts';
import { show } from './research-card.ts';
import { audienceOf, mayUse, type Role } from './roles.ts';
import type { Buttons, Keyboard } from './store/buttons.ts';

type PushedTo = Pick<Place, 'transport' | 'chatId'>;

/** What a notification lets its person do at once. */
function buttonsOf({ kind, payload }: Claim): Button[][] {
  if (kind === 'corporate_action') {
    return [[button('Review', { do: 'run', command: 'actions', args: [], fresh: true })]];
  }
  if (kind === 'broker_change') {
    return [[button('Review', { do: 'run', command: 'broker_changes', args: [], fresh: true })]];
  }
  if (kind === 'books_audit') {
    return [[button('Show the audit', { do: 'run', command: 'health', args: ['audit'], fresh: true })]];
  }
  if (kind === 'weekly_letter') {
    return [[button('Show the week up to now', { do: 'run', command: 'letter', args: [], fresh: true })]];
  }
  if (kind === 'policy_digest') {
    return [[button('Show policies', { do: 'run', command: 'policies', args: [], fresh: true })]];
  }
  if (kind === 'options_envelope_halted') {
    return [[button('Show the risk envelope', { do: 'run', command: 'envelope', args: [], fresh: true })]];
  }
  const research = researchOf(kind, payload);
  if (research !== null) return researchButtons(research, payload);
  if (kind === 'policy_plan') return planButtons(payload);
  if (kind === 'options_promotion_possible') return promotionButtons(payload);
  const policy = policyOf(payload);
  if (policy !== null) {
    return [
      ...confirmButtons(kind, payload),
      [button('Show the policy', { do: 'run', command: 'policies', args: [`#${policy}`], fresh: true })],
    ];
  }
  if (kind !== 'connection_attention' || typeof payload !== 'object' || payload === null) return [];
  const { connection_id: id, state } = payload as { connection_id?: unknown; state?: unknown };
  if (typeof id !== 'string') return [];
  if (state === 'NEEDS_OTP')
    return [[button('Enter the password', { do: 'enter', dialogue: OTP_DIALOGUE, args: { id } })]];
  if (state === 'NEEDS_LOGIN')
    return [[button('Log in', { do: 'enter', dialogue: LOGIN_DIALOGUE, args: { id } })]];
  return [
    [
      button(state === 'NEEDS_PORTFOLIO' ? 'Choose the portfolio' : 'Review', {
        do: 'run',
        command: 'list_connections',
        args: [`#${id}`],
        fresh: true,
      }),
    ],
  ];
}

/** What may go on leads to what was checked, and from there to the step. */
function promotionButtons(payload: unknown): Button[][] {
  const { strategy } = (payload ?? {}) as { strategy?: unknown };
  return [
    [
      button('Show the report', {
        do: 'run',
        command: 'confidence_report',
        args: typeof strategy === 'string' ? [strategy] : [],
        fresh: true,
      }),
    ],
  ];
}

/** A plan that waits leads to its card; an order or a difference that needs a person to the open cases; the rest to the policy. */
function planButtons(payload: unknown): Button[][] {
  const { plan_id, state, difference } = (payload ?? {}) as Record<string, unknown>;
  const open = (label: string, command: string, ...args: string[]) => [
    [button(label, { do: 'run', command, args, fresh: true })],
  ];
  if (state === 'PENDING_APPROVAL' && typeof plan_id === 'string')
    return open('Show orders / Approve…', APPROVE, `#${plan_id}`);
  if (state === 'ABSENT' || typeof difference === 'string') return open('Decide…', SETTLE);
  const policy = policyOf(payload);
  return policy === null
    ? open('Show policies', 'policies')
    : open('Show the policy', 'policies', `#${policy}`);
}

/** Money that is due is confirmed at once, with its reference. */
function confirmButtons(kind: string, payload: unknown): Button[][] {
  if (kind !== 'policy_funding') return [];
  const { contribution_id: id } = payload as { contribution_id?: unknown };
  if (typeof id !== 'string') return [];
  return [[button('Confirm', { do: 'enter', dialogue: FUNDING_DIALOGUE, args: { id } })]];
}

/** The policy that a notification is about: a rebalance, or one that failed. */
function policyOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { policy_id: id } = payload as { policy_id?: unknown };
  return typeof id === 'string' ? id : null;
}

/** The run of research that has ended, or moved a thesis. */
function researchOf(kind: string, payload: unknown): string | null {
  const isOfResearch = kind === 'ai_research_ended' || kind === 'ai_research_drift';
  if (!isOfResearch || typeof payload !== 'object' || payload === null) return null;
  const { run_id: id } = payload as { run_id?: unknown };
  return typeof id === 'string' ? id : null;
}

/** What has a report has a file of it. */
const WITH_REPORT: readonly unknown[] = ['COMPLETED', 'PARTIAL', 'REVIEW_REQUIRED'];

function researchButtons(id: string, payload: unknown): Button[][] {
  const { status } = payload as { status?: unknown };
  return [
    [
      show('Open card', [id], true),
      ...(WITH_REPORT.includes(status) ? [show('PDF', [id, 'pdf'], true)] : []),
    ],
  ];
}

/** The page of the dashboard on which to act. */
function pageOf({ kind, payload }: Claim): { title: string; path: string } {
  if (kind === 'corporate_action') return { title: 'Corporate actions', path: '/data/corporate-actions' };
  if (kind === 'broker_change') return { title: 'Changes by brokers', path: '/data/broker-changes' };
  if (kind === 'weekly_letter') return { title: 'Weekly letter', path: '/notifications/letter' };
  if (kind === 'books_audit') return { title: 'Data quality', path: '/data/quality?show=audit' };
  if (kind === 'options_envelope_halted') return { title: 'Risk envelope', path: '/options/envelope' };
  if (kind === 'options_promotion_possible') return { title: 'Go-live', path: '/options/go-live' };
  const research = researchOf(kind, payload);
  if (research !== null) return { title: 'AI research', path: `/research/ai/${research}` };
  const policy = policyOf(payload);
  if (kind === 'policy_digest' || kind === 'policy_plan' || policy !== null)
    return { title: 'Policies', path: policy === null ? '/policies' : `/policies/${policy}` };
  return { title: 'Connections', path: '/data/connections' };
}

/** Path of a notification's page in the dashboard; the list of notifications if it has none. */
export function pagePath(claim: Claim): string {
  const { plan_id: plan } = (claim.payload ?? {}) as { plan_id?: unknown };
  if (claim.kind === 'policy_plan' && typeof plan === 'string') return `/policies/plans/${plan}`;
  return buttonsOf(claim).length === 0 ? '/notifications' : pageOf(claim).path;
}

/** Where to do what a button would have done, for a chat in which nobody answers a press; null where there is nothing to do. */
export function whereToAct(claim: Claim, publicUrl: string | null): string | null {
  if (buttonsOf(claim).length === 0) return null;
  const { title, path } = pageOf(claim);
  return publicUrl === null
    ? `Open the ${title} page of the dashboard.`
    : `Open the dashboard: ${publicUrl}${path}`;
}

/**
 * The keyboard under a notification; null where there is nothing to press.
 * @param rolesIn the roles of those who read it: what none of them may press is left out.
 */
export async function pushKeyboard(
  { buttons, rolesIn }: { buttons: Buttons; rolesIn: (userId: string, chat: PushedTo) => Promise<Role[]> },
  transport: Transport,
  claim: Claim,
): Promise<Keyboard | null> {
  const chatId = transport === 'local' ? claim.user_id : claim.chat_id;
  if (chatId === null || buttonsOf(claim).length === 0) return null;
  const roles = await rolesIn(claim.user_id, { transport, chatId });
  const isForOne = ({ action }: Button) => roles.some((role) => mayUse(role, audienceOf(action, CATALOGUE)));
  const rows = buttonsOf(claim)
    .map((row) => row.filter(isForOne))
    .filter((row) => row.length > 0);
  if (rows.length === 0) return null;
  const until = (claim.payload as { expires_at?: string } | null)?.expires_at;
  return await buttons.keyboard(
    { userId: claim.user_id },
    { transport, chatId },
    `push:${claim.id}`,
    rows,
    until === undefined ? null : new Date(until),
  );
}
