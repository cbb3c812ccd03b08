/** From a broker's file to the ledger in three steps: choose, look, import. */
import { Alert, Anchor, Button, Group, Stack, Stepper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { shownOf, useParts } from '../api/parts.ts';
import type { ImportPreview, ImportResult } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { takeSharedFiles } from '../offline/shared-files.ts';
import { ChooseFile } from './import/choose-file.tsx';
import { EarlierImports } from './import/earlier-imports.tsx';
import { MarketFile } from './import/market-file.tsx';
import { Preview } from './import/preview.tsx';
import { Result } from './import/result.tsx';
import { SeveralFiles } from './import/several-files.tsx';
import { UndecidedRows } from './import/undecided-rows.tsx';
import type { UploadOptions } from './import/upload-file.ts';

type Step =
  | { at: 'choose' }
  | { at: 'look'; preview: ImportPreview }
  | { at: 'market'; file: File }
  | { at: 'several' | 'several_done'; files: File[]; options: UploadOptions }
  | { at: 'done'; preview: ImportPreview; result: ImportResult };

const NONE: readonly File[] = [];

/** Where each stands in the three steps. */
const steps = { choose: 0, look: 1, market: 1, several: 1, several_done: 2, done: 2 } as const;

export default function Import() {
  const [query] = useSearchParams();
  const rowsOf = query.get('rows');
  return rowsOf === null ? <ImportSteps /> : <UndecidedRows importId={rowsOf} />;
}

function ImportSteps() {
  // A file that was chosen on another page is here already.
  const { state } = useLocation() as { state: { preview?: ImportPreview } | null };
  const [step, setStep] = useState<Step>(
    state?.preview === undefined ? { at: 'choose' } : { at: 'look', preview: state.preview },
  );
  const [shared, forgetShared] = useSharedFiles();
  const parts = useParts().data;
  const hasOptions = parts !== undefined && shownOf(parts).includes('options');
  const restart = (): void => {
    forgetShared();
    setStep({ at: 'choose' });
  };
  return (
    <>
      <Heading help="files" title="Import">
        Import what your brokers, registrars and other trackers export. You review it before anything is
        saved.
      </Heading>
      <Stepper active={steps[step.at]} size="sm" mb="lg" allowNextStepsSelect={false} visibleFrom="xs">
        <Stepper.Step label="Choose files" />
        <Stepper.Step label="Review" />
        <Stepper.Step label="Imported" />
      </Stepper>
      {step.at === 'choose' && (
        <Stack gap="xl">
          {shared?.length === 0 && (
            <Alert color="orange" variant="light" role="alert" title="The shared file did not arrive">
              Share it again, or choose it here.
            </Alert>
          )}
          <ChooseFile
            key={shared === null ? 'chosen' : 'shared'}
            shared={shared ?? NONE}
            onStaged={(preview) => setStep({ at: 'look', preview })}
            onSeveral={(files, options) => setStep({ at: 'several', files, options })}
            onMarketFile={(file) => setStep({ at: 'market', file })}
          />
          <Group gap="xs">
            <Text size="sm">Without a file:</Text>
            <Button component={Link} to="/transactions?add=new" variant="default" size="xs">
              Add a transaction
            </Button>
            <Button component={Link} to="/holdings?add=new" variant="default" size="xs">
              Add a holding
            </Button>
          </Group>
          {hasOptions && (
            <Text size="sm" c="dimmed">
              A tradebook of futures and options belongs in the{' '}
              <Anchor component={Link} to="/options/journal?import=tradebook" size="sm">
                journal of the options workspace
              </Anchor>
              .
            </Text>
          )}
          <EarlierImports />
        </Stack>
      )}
      {step.at === 'market' && <MarketFile file={step.file} onRestart={restart} />}
      {step.at === 'look' && (
        <Preview
          preview={step.preview}
          onCommitted={(result) => setStep({ at: 'done', preview: step.preview, result })}
          onRestart={restart}
        />
      )}
      {(step.at === 'several' || step.at === 'several_done') && (
        <SeveralFiles
          files={step.files}
          options={step.options}
          onDone={() => setStep({ ...step, at: 'several_done' })}
          onRestart={restart}
        />
      )}
      {step.at === 'done' && <Result preview={step.preview} result={step.result} onRestart={restart} />}
    </>
  );
}

/** Files that another app shared with this one; null if this page was opened in another way. */
function useSharedFiles(): [files: File[] | null, forget: () => void] {
  const [query, setQuery] = useSearchParams();
  const [files, setFiles] = useState<File[] | null>(null);
  const isShared = query.has('shared');
  useEffect(() => {
    if (!isShared) return;
    void takeSharedFiles()
      .catch(() => [])
      .then((taken) => {
        setFiles(taken);
        // once: a reload must not look for them again
        setQuery({}, { replace: true });
      });
  }, [isShared, setQuery]);
  return [files, () => setFiles(null)];
}
