import {
  actionSearchView,
  actionSettingsInput,
  actionTermsInput,
  appliedActionsInput,
  corporateActionsView,
  declinedActionsInput,
  ledgerActionView,
  manualActionInput,
} from '../../core/portfolio/corporate-actions/index.ts';
import { Reply, type Route, route } from '../route.ts';

const BASE = '/api/portfolio/corporate-actions';

/** What companies did to the shares that were held: asked once, applied for ever. */
export const CORPORATE_ACTION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Corporate actions that wait for a decision, and decided ones',
    description:
      'Splits, bonuses, consolidations, renames, mergers and demergers of shares held on the ex-date that the ledger does not have.',
    tag: 'Portfolio',
    kept: true,
    response: corporateActionsView,
    handler: async ({ core, user }) => Reply.json(await core.corporateActions.listJson(user.userId)),
  }),
  route({
    method: 'POST',
    path: `${BASE}/apply`,
    summary: 'Apply waiting corporate actions',
    description:
      '"all" applies every action in state OPEN, and those that appear as a result. `terms` overrides the terms of the source, by id.',
    tag: 'Portfolio',
    body: appliedActionsInput,
    response: actionSearchView,
    problems: { 409: ['ACTION_NOT_WAITING'] },
    handler: async ({ core, user, body, actor }) =>
      await core.corporateActions.apply(user.userId, body.ids, actor, body.terms),
  }),
  route({
    method: 'POST',
    path: `${BASE}/decline`,
    summary: 'Dismiss suggested corporate actions permanently',
    tag: 'Portfolio',
    body: declinedActionsInput,
    response: actionSearchView,
    problems: { 409: ['ACTION_NOT_WAITING'] },
    handler: async ({ core, user, body, actor }) =>
      await core.corporateActions.decline(user.userId, body.ids, actor),
  }),
  route({
    method: 'POST',
    path: BASE,
    summary: 'Add a corporate action manually and apply it',
    tag: 'Portfolio',
    body: manualActionInput,
    response: ledgerActionView,
    status: 201,
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, body, actor }) =>
      await core.corporateActions.create(user.userId, body, actor),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/settings`,
    summary: 'Apply clear actions automatically, or ask about each one',
    tag: 'Portfolio',
    body: actionSettingsInput,
    response: actionSearchView,
    handler: async ({ core, user, body, actor }) =>
      await core.corporateActions.saveSettings(user.userId, body, actor),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/:id`,
    summary: 'Apply a decided corporate action again, or with different terms',
    tag: 'Portfolio',
    params: { id: 'LEDGER_ACTION' },
    body: actionTermsInput,
    response: ledgerActionView,
    handler: async ({ core, user, params, body, actor }) =>
      await core.corporateActions.change(user.userId, params.id, body, actor),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/undo`,
    summary: 'Undo an applied corporate action',
    tag: 'Portfolio',
    params: { id: 'LEDGER_ACTION' },
    response: ledgerActionView,
    handler: async ({ core, user, params, actor }) =>
      await core.corporateActions.undo(user.userId, params.id, actor),
  }),
];
