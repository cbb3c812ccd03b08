/** From a broker's file to the ledger in three steps: choose, look, import. */
import { Anchor, Stack, Stepper, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ImportPreview, ImportResult } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { ChooseFile } from './import/choose-file.tsx';
import { EarlierImports } from './import/earlier-imports.tsx';
import { Preview } from './import/preview.tsx';
import { Result } from './import/result.tsx';

type Step =
  | { at: 'choose' }
  | { at: 'look'; preview: ImportPreview }
  | { at: 'done'; preview: ImportPreview; result: ImportResult };

const steps = ['choose', 'look', 'done'] as const;

export default function Import() {
  // A file that was chosen on another page is here already.
  const { state } = useLocation() as { state: { preview?: ImportPreview } | null };
  const [step, setStep] = useState<Step>(
    state?.preview === undefined ? { at: 'choose' } : { at: 'look', preview: state.preview },
  );
  const restart = (): void => setStep({ at: 'choose' });
  return (
    <>
      <Heading title="Import">
        Import a tradebook or a holdings list as CSV, or a Flex statement. You review it before anything is
        saved.
      </Heading>
      <Stepper
        active={steps.indexOf(step.at)}
        size="sm"
        mb="lg"
        allowNextStepsSelect={false}
        visibleFrom="xs"
      >
        <Stepper.Step label="Choose a file" />
        <Stepper.Step label="Review" />
        <Stepper.Step label="Imported" />
      </Stepper>
      {step.at === 'choose' && (
        <Stack gap="xl">
          <ChooseFile onStaged={(preview) => setStep({ at: 'look', preview })} />
          <Text size="sm" c="dimmed">
            A tradebook of futures and options belongs in the{' '}
            <Anchor component={Link} to="/options/journal?import=tradebook" size="sm">
              journal of the options workspace
            </Anchor>
            .
          </Text>
          <EarlierImports />
        </Stack>
      )}
      {step.at === 'look' && (
        <Preview
          preview={step.preview}
          onCommitted={(result) => setStep({ at: 'done', preview: step.preview, result })}
          onRestart={restart}
        />
      )}
      {step.at === 'done' && <Result preview={step.preview} result={step.result} onRestart={restart} />}
    </>
  );
}
