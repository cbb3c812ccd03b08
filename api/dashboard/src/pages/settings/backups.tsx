import { Text } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { useBackups } from '../../api/queries.ts';
import type { Backups as BackupsOf } from '../../api/types.ts';
import { HelpLink } from '../../components/help-link.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Section } from './section.tsx';

/** When the last backup was made and checked, what it holds, and where they are; only the owner of the installation sees it. */
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
            {of.lines.map(({ tone, text }) => (
              <Text key={text} size="sm" c={COLOURS[tone]}>
                {text}
              </Text>
            ))}
            {(of.last_check?.outcome ?? 'PASSED') !== 'PASSED' && (
              <HelpLink topic="backupCheck">What to do</HelpLink>
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

const COLOURS = { ok: undefined, warning: 'orange', failure: 'red' } as const;

function scheduleLine({ time, keep, folder, scheduled_count: count }: BackupsOf): string {
  if (time === null)
    return `The daily backup is off. Set BACKUP_TIME_IST to a time, or run: npm run backup. Folder: ${folder}`;
  return `Daily at ${time} IST. ${count} of at most ${keep} are kept in ${folder}.`;
}
