import { Anchor, Badge, Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconBrandTelegram, IconUnlink } from '../../icons.ts';
import { useState } from 'react';
import { clockTime, day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useChange, useChatLinks } from '../../api/queries.ts';
import type { ChatLink, ChatRole, LinkCode } from '../../api/types.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { Failure, Loaded, LoadingRows } from '../../components/notices.tsx';
import { ConfirmRevocation, RevokeButton } from '../../components/revocation.tsx';
import { Section } from './section.tsx';

interface Access {
  label: string;
  /** Beside a linked chat. */
  badge: string;
  meaning: string;
}
const ACCESS: Readonly<Record<ChatRole, Access>> = {
  owner: {
    label: 'Full access',
    badge: 'everything',
    meaning: 'Reads everything and makes changes, as you do.',
  },
  approver: {
    label: 'Approve plans',
    badge: 'approves plans',
    meaning:
      'Reads everything, approves and rejects the plans of live policies, and pauses all trading. Nothing else.',
  },
  viewer: { label: 'Read only', badge: 'read only', meaning: 'Reads everything and changes nothing.' },
};
const ROLES = Object.keys(ACCESS) as ChatRole[];

export function ChatLinks() {
  const links = useChatLinks();
  const [doomed, setDoomed] = useState<ChatLink | null>(null);
  const revoke = useChange('chat', api.chat.revokeLink);
  return (
    <Section
      title="Telegram chats"
      help="chatLinks"
      description="A linked chat acts for you: it answers commands and receives reports."
    >
      <Loaded query={links} skeleton={<LoadingRows rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No chats linked. The Chat page here works without one.</Text>
          ) : (
            <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((link) => (
                <Group key={link.id} component="li" justify="space-between">
                  <Group gap="xs">
                    <IconBrandTelegram size={18} aria-hidden />
                    <Text size="sm">{link.title ?? `Chat ${link.chat_id}`}</Text>
                    <Badge size="sm" variant="light" color={link.role === 'owner' ? 'ink' : 'gray'}>
                      {ACCESS[link.role].badge}
                    </Badge>
                    <Text size="xs" c="dimmed">
                      since {day(link.created_at)}
                    </Text>
                  </Group>
                  <RevokeButton
                    name={link.title ?? link.chat_id}
                    action="Unlink"
                    icon={<IconUnlink size={14} aria-hidden />}
                    onClick={() => setDoomed(link)}
                  />
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
      <LinkAnother />
      <ConfirmRevocation
        row={doomed}
        revoke={revoke}
        title="Unlink a chat"
        action="Unlink"
        gone="Chat unlinked."
        failure="Could not unlink the chat"
        onClose={() => setDoomed(null)}
      >
        {({ title }) => `${title ?? 'This chat'} will get no reports or replies until you link it again.`}
      </ConfirmRevocation>
    </Section>
  );
}

function LinkAnother() {
  const [role, setRole] = useState<ChatRole>('owner');
  const draw = useMutation({ mutationFn: () => api.chat.linkCode(role) });
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <Select
          label="Access of the new chat"
          data={ROLES.map((value) => ({ value, label: ACCESS[value].label }))}
          value={role}
          onChange={(value) => {
            setRole(ROLES.find((one) => one === value) ?? role);
            // A code that was drawn gives what was chosen then.
            draw.reset();
          }}
          allowDeselect={false}
        />
        <Button variant="default" onClick={() => draw.mutate()} loading={draw.isPending}>
          Create a code
        </Button>
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {ACCESS[role].meaning}
      </Text>
      {draw.error && <Failure error={draw.error} />}
      {draw.data && <DrawnCode drawn={draw.data} />}
    </Stack>
  );
}

function DrawnCode({ drawn }: { drawn: LinkCode }) {
  if (drawn.reason !== null)
    return (
      <Notice tone="caution" title="No bot is running to read link codes">
        {drawn.reason}
      </Notice>
    );
  const command = `/start ${drawn.code}`;
  return (
    <Notice
      tone="info"
      role="status"
      title="Send this to the bot"
      action={
        drawn.deep_link && (
          <Anchor href={drawn.deep_link} target="_blank" rel="noreferrer" size="sm">
            Open Telegram with the code filled in
          </Anchor>
        )
      }
    >
      <Group gap="xs">
        <Code fz="lg">{command}</Code>
        <CopyText value={command} label="Copy" />
      </Group>
      Works once, until {clockTime(Date.parse(drawn.expires_at))} Indian time.
    </Notice>
  );
}
