/** Asks before files that another app shared are read: any website can send some. */
import { Button, Group, Text } from '@mantine/core';
import { Notice } from '../../components/notice.tsx';
import { size } from '../settings/capacity-words.ts';

/** More names than these are counted. */
const MOST_NAMES = 5;

interface SharedFilesProps {
  files: readonly File[];
  onRead: () => void;
  onDiscard: () => void;
}

export function SharedFiles({ files, onRead, onDiscard }: SharedFilesProps) {
  const names = files.slice(0, MOST_NAMES).map((file) => `${file.name} (${size(file.size)})`);
  const more = files.length - names.length;
  return (
    <Notice
      tone="info"
      title={files.length === 1 ? '1 file was shared' : `${files.length} files were shared`}
    >
      <Text size="sm" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}. Nothing is read or sent to your server before you say so. If you
        did not share {files.length === 1 ? 'it' : 'them'}, discard {files.length === 1 ? 'it' : 'them'}.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={onRead}>
          {files.length === 1 ? 'Read it' : 'Read them'}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Notice>
  );
}
