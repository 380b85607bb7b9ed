import { FolderOpen } from 'lucide-react';
import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { chooseFiles } from '../../../lib/files/files.ts';
import type { FileToOpen } from '../../../lib/files/files-to-open.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { type FoundConnection, recognizeAll } from '../../../lib/recognize/recognize-all.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { DropZone } from '../../../ui/controls/drop-zone.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import s from '../connections.module.css';
import { ImportFound, isShared, type ShownConnection, shownOf } from './import-found.tsx';
import { ImportShared } from './import-shared.tsx';

/** A larger file is not a list of connections. */
const maxBytes = 8_000_000;

type Step =
  | { kind: 'ask'; nothing: boolean }
  | { kind: 'found'; shown: ShownConnection[] }
  | { kind: 'shared'; fileId: string };

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A file opened with Patchbay: it is read at once, without a click. */
  file?: FileToOpen;
}

/** Imports connections from a paste or a file: shows all that were found, then saves only the selected ones. */
export function ImportDialog({ open, onOpenChange, file }: ImportDialogProps) {
  const t = useStrings().connections;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={file ? t.importFrom(file.name) : t.importConnections}
      description={t.importLead}
      size="md"
      closeLabel={t.close}
    >
      {open && <ImportSteps onDone={() => onOpenChange(false)} file={file} />}
    </Dialog>
  );
}

function ImportSteps({ onDone, file }: { onDone: () => void; file: FileToOpen | undefined }) {
  const t = useStrings().connections;
  const { connections } = useActive();
  const [step, setStep] = useState<Step>({ kind: 'ask', nothing: false });
  /** Something else was selected instead of the given file. */
  const [hasLeftFile, setHasLeftFile] = useState(false);
  // Secrets are held only here: the state of a component is copied with every change.
  const found = useRef<FoundConnection[]>([]);
  const take = useAction(async (text: string) => {
    if (isShared(text)) {
      const { id } = await client.files.keep({ name: 'connections.json', type: 'application/json', text });
      setStep({ kind: 'shared', fileId: id });
      return;
    }
    found.current = recognizeAll(text);
    const shown = shownOf(found.current, connections);
    setStep(shown.length > 0 ? { kind: 'found', shown } : { kind: 'ask', nothing: true });
  });
  const open = useAction(async ({ read }: FileToOpen) => take.run(await read()));
  const openGiven = useEffectEvent(() => file && void open.run(file));
  useEffect(openGiven, []);
  const readFiles = async ([file]: File[]) => {
    if (!file) return;
    open.reset();
    setHasLeftFile(true);
    if (file.size > maxBytes) setStep({ kind: 'ask', nothing: true });
    else await take.run(await file.text());
  };
  const failure = take.failure ?? open.failure;
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length > 0) return;
    event.preventDefault();
    event.stopPropagation();
    void take.run(event.clipboardData.getData('text/plain'));
  };
  const back = () => {
    found.current = [];
    setStep({ kind: 'ask', nothing: false });
  };
  if (step.kind === 'shared') return <ImportShared fileId={step.fileId} onBack={back} onDone={onDone} />;
  if (step.kind === 'found')
    return (
      <ImportFound
        found={found.current}
        shown={step.shown}
        onChange={(shown) => setStep({ kind: 'found', shown })}
        onBack={back}
        onDone={onDone}
      />
    );
  if (open.busy) return <Skeleton lines={[60, 80, 40]} />;
  return (
    <DropZone title={t.dropHere} onFiles={(files) => void readFiles(files)}>
      <div className={s.importAsk}>
        <textarea
          className={s.pasteTarget}
          rows={3}
          aria-label={t.pasteConnections}
          placeholder={t.pasteConnections}
          value=""
          onChange={() => undefined}
          onPaste={onPaste}
          autoComplete="off"
          spellCheck={false}
        />
        <div className={s.acts}>
          <Button
            icon={<Icon of={FolderOpen} size="s" />}
            busy={take.busy}
            onClick={() => void chooseFiles({ multiple: false }).then(readFiles)}
          >
            {t.openFile}
          </Button>
          <span className={s.quiet}>{t.orDrop}</span>
        </div>
        {step.nothing && (
          <div role="status">
            <Note intent="warn">{file && !hasLeftFile ? t.nothingInFile(file.name) : t.nothingFound}</Note>
          </div>
        )}
        {failure && <FailureCard failure={failure} />}
      </div>
    </DropZone>
  );
}
