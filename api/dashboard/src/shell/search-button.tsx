import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconSearch } from '../icons.ts';

const HINT = 'Search pages, holdings, actions and help (Ctrl K)';

/** Opens the palette: as wide as a field where there is room, an icon on a phone. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Tooltip label={HINT}>
        <Button
          variant="default"
          size="compact-md"
          fw={400}
          w={{ sm: 180, md: 260 }}
          justify="flex-start"
          c="dimmed"
          visibleFrom="sm"
          leftSection={<IconSearch size={16} aria-hidden />}
          onClick={onOpen}
          aria-keyshortcuts="Control+K Meta+K"
        >
          Search
        </Button>
      </Tooltip>
      <Tooltip label={HINT}>
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" onClick={onOpen} aria-label="Search">
          <IconSearch size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
