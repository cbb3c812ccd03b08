import * as yup from 'yup';
import { pageQuery } from '../../core/portfolio/index.ts';
import {
  ALERT_KINDS,
  ALERT_STATES,
  alertChange,
  alertInput,
  type AlertView,
} from '../../core/watchlist/index.ts';
import { type Route, route } from '../route.ts';
import { paged } from './paging.ts';
import {
  instant,
  instantOrNull,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';

const alert = viewOf<AlertView>()({
  id: text,
  kind: oneOf(...ALERT_KINDS),
  symbol: textOrNull,
  portfolio: textOrNull,
  threshold: number,
  currency: textOrNull,
  state: oneOf(...ALERT_STATES),
  label: text,
  last_value: numberOrNull,
  last_evaluated_at: instantOrNull,
  last_reason: textOrNull,
  fired_at: instantOrNull,
  crossings: whole,
  created_at: instant,
});

const base = '/api/portfolio/alerts';
const tag = 'Watchlist';

/** What a person wants to be told of. */
export const ALERT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    summary: 'All alerts, those that are armed first',
    tag,
    query: yup.object(pageQuery).noUnknown(),
    response: pageOf(alert),
    handler: async ({ core, user, query }) => paged(await core.watchlist.alerts.list(user.userId), query),
  }),
  route({
    method: 'POST',
    path: base,
    summary: 'Be told of a price above or below a level, of a day’s move or of a drawdown',
    description:
      'Each crossing is told once. It is armed again when a price is half a percent back, or a percentage a tenth below its level. An alert whose level is passed when it is made begins as FIRED and waits for the way back.',
    tag,
    body: alertInput,
    status: 201,
    response: alert,
    problems: { 404: ['PORTFOLIO_NOT_FOUND'], 409: ['ALERT_EXISTS'] },
    handler: async ({ core, user, body, by }) => await core.watchlist.alerts.create(user.userId, body, by),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'One alert',
    tag,
    params: { id: 'ALERT' },
    response: alert,
    handler: async ({ core, user, params }) => await core.watchlist.alerts.get(user.userId, params.id),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Give an alert another level, or another kind on the same thing',
    description:
      'Fields that are left out stay. It begins anew with the value of this moment, as a new one does; what it fired before is still counted.',
    tag,
    params: { id: 'ALERT' },
    body: alertChange,
    response: alert,
    problems: { 409: ['ALERT_EXISTS'] },
    handler: async ({ core, user, params, body, by }) =>
      await core.watchlist.alerts.update(user.userId, params.id, body, by),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Delete an alert',
    tag,
    params: { id: 'ALERT' },
    response: null,
    handler: async ({ core, user, params, by }) =>
      await core.watchlist.alerts.remove(user.userId, params.id, by),
  }),
];
