import { alertChange, alertInput, alertView } from '../../core/watchlist/index.ts';
import { resource } from './resource.ts';

/** Levels of prices and falls that notify a person. */
export const ALERT_ROUTES = resource({
  path: '/api/portfolio/alerts',
  tag: 'Watchlist',
  noun: 'ALERT',
  view: alertView,
  input: alertInput,
  change: alertChange,
  service: ({ watchlist }) => watchlist.alerts,
  routes: {
    list: 'All alerts, armed ones first',
    create: {
      summary: 'Add an alert on a price level, a day’s move or a drawdown',
      description:
        'Sends one notification per crossing. The alert is armed again when a price is back by 0.5%, or a percentage is a tenth below its level. An alert that is already past its level starts as FIRED and is armed when the value comes back.',
      problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
      // No source is asked for what does not exist.
      sample: 'never',
    },
    get: 'One alert',
    update: {
      summary: 'Change the level of an alert, or its kind on the same subject',
      description:
        'Omitted fields do not change. The alert restarts from the current value, like a new one; its fired count stays.',
    },
    remove: 'Delete an alert',
  },
});
