import {
  type InstalmentView,
  SIP_FREQUENCIES,
  sipPlanInput,
  type SipPlanView,
  STEP_UP_FREQUENCIES,
} from '../../core/goals/index.ts';
import { resource } from './resource.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
} from './schemas.ts';

const instalment = viewOf<InstalmentView>()({ date, amount: number, is_step_up: flag });
const plan = viewOf<SipPlanView>()({
  id: text,
  name: text,
  amount: number,
  currency: text,
  frequency: oneOf(...SIP_FREQUENCIES),
  start_date: date,
  end_date: dateOrNull,
  step_up_pct: numberOrNull,
  step_up_frequency: oneOf(...STEP_UP_FREQUENCIES),
  portfolio: textOrNull,
  symbol: textOrNull,
  is_active: flag,
  next_instalment: instalment.nullable().defined(),
  next_step_up: instalment.nullable().defined(),
  schedule: listOf(instalment),
  goals: listOf(exactly({ goal_id: text, name: text, percentage: number })),
  created_at: instant,
  updated_at: instant,
});

/** SIP plans: what is paid in regularly, and how it grows. */
export const SIP_PLAN_ROUTES = resource({
  path: '/api/portfolio/sip-plans',
  tag: 'Goals',
  noun: 'SIP_PLAN',
  view: plan,
  input: sipPlanInput,
  service: ({ goals }) => goals.sips,
  routes: {
    list: 'All SIP plans with the instalments of the next twelve months',
    create: 'Add a SIP plan',
    get: 'One SIP plan',
    update: 'Change the given fields of a SIP plan',
    remove: 'Delete a SIP plan with its links to goals',
  },
});
