import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useShownPages } from '../api/parts.ts';
import { routes } from '../routes.tsx';

/** All keys and what they do, as a dialog. */
export default function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const pages = routes.filter(useShownPages());
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Stack gap={6}>
        {pages.map(({ key, title }) => key && <Line key={key} keys={['g', key]} what={`Go to ${title}`} />)}
        <Line keys={['Ctrl', 'K']} what="Search pages, holdings, actions and help" />
        <Line keys={['/']} what="Search this page" />
        <Line keys={['a']} what="Ask the assistant" />
        <Line keys={['u']} what="Undo the last deletion" />
        <Line keys={['?']} what="Show or hide this list" />
        <Line keys={['Esc']} what="Close the open panel" />
      </Stack>
    </Modal>
  );
}

function Line({ keys, what }: { keys: string[]; what: string }) {
  return (
    <Group justify="space-between">
      <Text size="sm">{what}</Text>
      <Group gap={4}>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Group>
  );
}
