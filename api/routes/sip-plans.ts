import { sipPlanInput, sipPlanView } from '../../core/goals/index.ts';
import { resource } from './resource.ts';

/** SIP plans: what is paid in regularly, and how it grows. */
export const SIP_PLAN_ROUTES = resource({
  path: '/api/portfolio/sip-plans',
  tag: 'Goals',
  noun: 'SIP_PLAN',
  view: sipPlanView,
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
