/** Guides in the order of the Help page; each is the file of its name in `api/docs`. */
export const GUIDES = [
  'first-steps',
  'files-and-brokers',
  'prices-and-data-quality',
  'corporate-actions',
  'reports',
  'chat',
  'commands',
  'strategies-and-policies',
  'live-orders',
  'options',
  'models-and-privacy',
  'research',
  'settings',
  'api-and-tokens',
  'several-people',
  'security',
  'backup-and-restore',
  'running-on-a-server',
] as const;

export type Guide = (typeof GUIDES)[number];

/** Pictures in the guides, all PNG files in `api/docs`. */
export const PICTURES = ['chat.png', 'overview.png'] as const;
