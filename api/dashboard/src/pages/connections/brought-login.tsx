import { Button } from '@mantine/core';
import type { Connection } from '../../api/types.ts';
import { Notice } from '../../components/notice.tsx';

interface BroughtLoginProps {
  connections: Connection[];
  onChoose: (connection: Connection) => void;
  onDismiss: () => void;
}

/**
 * Somebody came from a broker's login with a token in the address. It is used only when they say what for: the link may
 * be somebody else's.
 */
export function BroughtLogin({ connections, onChoose, onDismiss }: BroughtLoginProps) {
  const able = connections.filter((one) => one.login_url !== null);
  return (
    <Notice
      tone="info"
      role="status"
      mb="sm"
      title="Finish the broker login"
      action={
        <>
          {able.map((connection) => (
            <Button key={connection.id} size="compact-sm" onClick={() => onChoose(connection)}>
              Finish for {connection.label}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" onClick={onDismiss}>
            Not now
          </Button>
        </>
      }
    >
      {able.length === 0
        ? 'None of your connections uses a login page.'
        : 'Continue only if you have just logged in at the broker yourself.'}
    </Notice>
  );
}
