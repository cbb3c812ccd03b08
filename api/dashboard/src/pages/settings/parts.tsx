/** Shows or hides parts of Munim in menus, search, help and notifications. */
import { Stack, Switch } from '@mantine/core';
import { isOptional, shownOf, useParts, useSaveParts } from '../../api/parts.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

export function Parts() {
  const parts = useParts();
  const save = useSaveParts();
  return (
    <Section
      title="Parts of Munim"
      help="parts"
      description="Hidden parts are left out of menus, search, help and notifications. Their pages and commands still work. A part cannot be hidden while something in it is running."
    >
      <Loaded query={parts} skeleton={<LoadingRows rows={3} />}>
        {(data) => (
          <Stack gap="xs">
            {data.parts.map(({ part, title, summary, is_shown }) => (
              <Switch
                key={part}
                label={title}
                description={summary}
                checked={is_shown}
                disabled={!isOptional(part) || save.isPending}
                onChange={(event) => {
                  const others = shownOf(data).filter((one) => one !== part);
                  const isOn = event.currentTarget.checked && isOptional(part);
                  save.mutate(
                    { shown: isOn ? [...others, part] : others },
                    { onError: (error) => failed(error, 'Could not save your choice') },
                  );
                }}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
