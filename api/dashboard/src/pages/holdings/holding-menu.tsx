import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconArrowsExchange, IconDots, IconPencil, IconTag, IconTrash } from '../../icons.ts';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Holding } from '../../api/types.ts';

interface HoldingMenuProps {
  holding: Holding;
  onEdit: () => void;
  onPrice: () => void;
  onDelete: () => void;
}

export function HoldingMenu({ holding, onEdit, onPrice, onDelete }: HoldingMenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  // the dialog gives the focus back to what had it: the menu's entry is gone by then, its button is not
  const open = (dialog: () => void) => (): void => {
    opener.current?.focus();
    dialog();
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" aria-label={`Actions for ${holding.symbol}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {holding.asset_class === 'Unlisted' && (
          <Menu.Item leftSection={<IconTag size={16} aria-hidden />} onClick={open(onPrice)}>
            Update price
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={open(onEdit)}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          component={Link}
          to={`/transactions?symbol=${encodeURIComponent(holding.symbol)}`}
        >
          Transactions
        </Menu.Item>
        {holding.source === 'LEDGER' ? (
          <Menu.Label maw={220}>To remove this holding, delete its transactions.</Menu.Label>
        ) : (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
