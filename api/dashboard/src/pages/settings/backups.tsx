import { Text } from '@mantine/core';
import { moment } from '../../../../../charts/index.ts';
import { ApiError } from '../../api/client.ts';
import { useBackups } from '../../api/queries.ts';
import type { Backups as BackupsOf } from '../../api/types.ts';
import { HelpLink } from '../../components/help-link.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Section } from './section.tsx';

/** When the last backup was made and where they are; only the owner of the installation sees it. */
export function Backups() {
  const backups = useBackups();
  if (backups.error instanceof ApiError && backups.error.code === 'OWNER_ONLY') return null;
  return (
    <Section
      title="Backups"
      help="backups"
      description="Made automatically on the server. A backup restores everything except the key that encrypts your credentials."
    >
      <Loaded query={backups} skeleton={<LoadingRows rows={1} />}>
        {(of) => (
          <div>
            <Text size="sm">{lastLine(of)}</Text>
            {of.is_overdue && (
              <Text size="sm" c="orange">
                The daily backup is missing. Notifications say why. To make one now, run: npm run backup
              </Text>
            )}
            {of.last_check !== null && (
              <Text size="sm" c={of.last_check.outcome === 'FAILED' ? 'red' : 'dimmed'}>
                {checkLine(of.last_check)}{' '}
                {of.last_check.outcome !== 'PASSED' && <HelpLink topic="backupCheck">What to do</HelpLink>}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {scheduleLine(of)}
            </Text>
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function lastLine({ last, reason }: BackupsOf): string {
  if (reason !== null) return reason;
  if (last === null) return 'There is no backup yet.';
  return `Last backup: ${moment(last.at)} IST, ${last.size}${last.is_scheduled ? '' : ', made manually'}.`;
}

function checkLine({ at, name, outcome, reason }: NonNullable<BackupsOf['last_check']>): string {
  if (outcome === 'PASSED') return `Last check: ${moment(at)} IST. ${name} can be restored.`;
  const what = outcome === 'FAILED' ? 'failed its check' : 'could not be checked';
  return `${name} ${what} on ${moment(at)} IST. ${reason ?? ''}`;
}

function scheduleLine({ time, keep, folder, scheduled_count: count }: BackupsOf): string {
  if (time === null)
    return `The daily backup is off. Set BACKUP_TIME_IST to a time, or run: npm run backup. Folder: ${folder}`;
  return `Daily at ${time} IST. ${count} of at most ${keep} are kept in ${folder}.`;
}
