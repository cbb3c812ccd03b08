/** From a broker's file to the ledger in three steps: choose, look, import. */
import { Anchor, Button, Group, Stack, Stepper, Text } from '@mantine/core';
import '@mantine/core/styles/Stepper.css';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { shownOf, useParts } from '../api/parts.ts';
import type { ImportPreview, ImportResult } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { forgetSharedFiles, sharedFiles } from '../offline/shared-files.ts';
import { ChooseFile } from './import/choose-file.tsx';
import { EarlierImports } from './import/earlier-imports.tsx';
import { MarketFile } from './import/market-file.tsx';
import { Preview } from './import/preview.tsx';
import { Result } from './import/result.tsx';
import { SeveralFiles } from './import/several-files.tsx';
import { TradeNames } from './import/trade-names.tsx';
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
  // A file that was chosen on another page is here already. Not kept in the history of the window, which outlives a sign-out.
  const { state } = useLocation() as { state: { preview?: ImportPreview } | null };
  const navigate = useNavigate();
  useEffect(() => {
    if (state !== null) void navigate('/data/import', { replace: true, state: null });
  }, [state, navigate]);
  const [step, setStep] = useState<Step>(
    state?.preview === undefined ? { at: 'choose' } : { at: 'look', preview: state.preview },
  );
  const { shared, isRefused, decide } = useSharedFiles();
  const parts = useParts().data;
  const hasOptions = parts !== undefined && shownOf(parts).includes('options');
  const restart = (): void => {
    decide();
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
            <Notice tone="failure" title="The shared file did not arrive">
              Share it again, or choose it here.
            </Notice>
          )}
          {isRefused && shared !== null && shared.length > 0 && (
            <Notice tone="info">
              Files that were shared after these did not arrive. Decide about these, then share the others
              again.
            </Notice>
          )}
          <ChooseFile
            shared={shared ?? NONE}
            onSharedDecided={decide}
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
          <TradeNames />
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

/** Files that another app shared; null if this page was opened in another way, or the person decided about them. */
function useSharedFiles(): { shared: File[] | null; isRefused: boolean; decide: () => void } {
  const [query, setQuery] = useSearchParams();
  const [shared, setShared] = useState<File[] | null>(null);
  const isShared = query.has('shared');
  useEffect(() => {
    if (!isShared) return;
    void sharedFiles()
      .catch(() => [])
      .then((files) => {
        setShared(files);
        // a reload must not look for them again
        if (files.length === 0) setQuery({}, { replace: true });
      });
  }, [isShared, setQuery]);
  const decide = (): void => {
    setShared(null);
    if (!isShared) return;
    void forgetSharedFiles();
    setQuery({}, { replace: true });
  };
  return { shared, isRefused: query.get('shared') === 'again', decide };
}
