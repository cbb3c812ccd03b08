import * as yup from 'yup';
import {
  type ActionRound,
  type ActionSuggestion,
  actionTermsInput,
  LEDGER_ACTION_KINDS,
  manualActionInput,
} from '../../core/portfolio/corporate-actions/index.ts';
import type { LedgerActionView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import {
  date,
  exactly,
  flag,
  instant,
  listOf,
  mapOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';

const BASE = '/api/portfolio/corporate-actions';
const MOST_AT_ONCE = 500;

const kind = oneOf(...LEDGER_ACTION_KINDS);
const waiting = viewOf<ActionSuggestion>()({
  id: text,
  portfolio: text,
  symbol: text,
  currency: text,
  kind,
  ex_date: date,
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  into_symbol: textOrNull,
  cost_pct: numberOrNull,
  fraction_price: numberOrNull,
  source: text,
  announced: textOrNull,
  state: oneOf('OPEN', 'NEEDS_TERMS', 'CONTAINED'),
  units_before: number,
  units_after: numberOrNull,
  fraction: numberOrNull,
  title: text,
  sentence: text,
});
const decision = viewOf<LedgerActionView>()({
  id: text,
  portfolio_id: text,
  portfolio: text,
  symbol: text,
  kind,
  ex_date: date,
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  into_symbol: textOrNull,
  cost_pct: numberOrNull,
  fraction_price: numberOrNull,
  source: text,
  status: oneOf('APPLIED', 'DECLINED'),
  decided_at: instant,
  decided_by: text,
  rows: whole,
  title: text,
});
const round = viewOf<ActionRound>()({ applied: whole, open: listOf(waiting) });

const id = yup.string().max(40).required();
const ids = yup
  .array()
  .of(id)
  .min(1, 'ids must name at least one action.')
  .max(MOST_AT_ONCE, `ids may name ${MOST_AT_ONCE} actions at once.`);
const idsOrAll = yup
  .mixed<'all' | string[]>()
  .test(
    'ids',
    'ids must be "all" or a list of ids of waiting actions.',
    (value) => value === 'all' || (Array.isArray(value) && ids.isValidSync(value, { strict: true })),
  )
  .required('ids is required: "all", or the ids of waiting actions.')
  .meta({
    json: {
      oneOf: [
        { type: 'string', enum: ['all'] },
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MOST_AT_ONCE },
      ],
    },
  } as never);

/** What companies did to the shares that were held: asked once, applied for ever. */
export const CORPORATE_ACTION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Corporate actions that wait for a decision, and decided ones',
    description:
      'Splits, bonuses, consolidations, renames, mergers and demergers of shares held on the ex-date that the ledger does not have.',
    tag: 'Portfolio',
    response: exactly({ open: listOf(waiting), decided: listOf(decision), apply_automatically: flag }),
    handler: async ({ core, user }) => await core.corporateActions.list(user.userId),
  }),
  route({
    method: 'POST',
    path: `${BASE}/apply`,
    summary: 'Apply waiting corporate actions',
    description:
      '"all" applies every action in state OPEN, and those that appear as a result. `terms` overrides the terms of the source, by id.',
    tag: 'Portfolio',
    body: yup
      .object({
        ids: idsOrAll,
        terms: mapOf(actionTermsInput, { type: 'object' }).optional(),
      })
      .noUnknown(),
    response: round,
    problems: { 409: ['ACTION_NOT_WAITING'] },
    handler: async ({ core, user, body, actor }) =>
      await core.corporateActions.apply(user.userId, body.ids, actor, body.terms as Record<string, unknown>),
  }),
  route({
    method: 'POST',
    path: `${BASE}/decline`,
    summary: 'Dismiss suggested corporate actions permanently',
    tag: 'Portfolio',
    body: yup.object({ ids: ids.required('ids is required.') }).noUnknown(),
    response: round,
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
    response: decision,
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
    body: yup
      .object({ apply_automatically: yup.boolean().required('apply_automatically is required.') })
      .noUnknown(),
    response: round,
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
    response: decision,
    handler: async ({ core, user, params, body, actor }) =>
      await core.corporateActions.change(user.userId, params.id, body, actor),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/undo`,
    summary: 'Undo an applied corporate action',
    tag: 'Portfolio',
    params: { id: 'LEDGER_ACTION' },
    response: decision,
    handler: async ({ core, user, params, actor }) =>
      await core.corporateActions.undo(user.userId, params.id, actor),
  }),
];
