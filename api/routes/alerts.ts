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
    list: 'All alerts, those that are armed first',
    create: {
      summary: 'Get a notification of a price above or below a level, of a day’s move or of a drawdown',
      description:
        'Each crossing notifies once. The alert is armed again when a price is half a percent back, or a percentage a tenth below its level. An alert whose level is passed when it is made begins as FIRED and waits for the way back.',
      problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    },
    get: 'One alert',
    update: {
      summary: 'Give an alert another level, or another kind on the same thing',
      description:
        'Fields that are left out stay. It begins anew with the value of this moment, as a new one does; what it fired before is still counted.',
    },
    remove: 'Delete an alert',
  },
});
