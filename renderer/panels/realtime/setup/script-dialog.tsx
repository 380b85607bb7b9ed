import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import type { ScriptStep } from '#shared/contract/session-script.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { JsonEditor } from '../../../ui/code/json-editor.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { startScript } from '../live-session.ts';
import s from './setup.module.css';

const example: ScriptStep[] = [
  { do: 'say', text: 'What is the weather like on Mars?' },
  { do: 'wait', for: 'answer', seconds: 20 },
  { do: 'expect', who: 'model', includes: 'Mars' },
  { do: 'cut', seconds: 2 },
  { do: 'wait', for: 'live', seconds: 20 },
  { do: 'end' },
];

const useScript = persistedStore<{ text: string; files: FileRef[] }>('realtime-script', { text: '', files: [] });

/** Edits a session script, a list of steps, and runs it. The text and its files are saved. */
export function ScriptDialog({ draft, onClose }: { draft: SessionDraftInput; onClose: () => void }) {
  const t = useStrings().realtime.script;
  const { text, files } = useScript();
  // The editor reads its text only when it mounts; a new text needs a new editor.
  const [edition, setEdition] = useState(0);
  const run = useAction(async () => {
    await startScript(draft, text, Object.fromEntries(files.map(({ name, id }) => [name, id])));
    onClose();
  });
  const add = useAction(async () => {
    const chosen = await chooseFiles({ accept: 'audio/wav,.wav' });
    const refs = await Promise.all(chosen.map((file) => admitFile(file)));
    useScript.setState({ files: [...files.filter(({ name }) => !refs.some((ref) => ref.name === name)), ...refs] });
  });
  const failure = run.failure ?? add.failure;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t.title}
      description={t.body}
      size="lg"
      closeLabel={t.close}
      footer={
        <>
          <Button
            onClick={() => {
              useScript.setState({ text: JSON.stringify(example, null, 2) });
              setEdition(edition + 1);
            }}
          >
            {t.example}
          </Button>
          <Button intent="primary" busy={run.busy} disabled={text.trim() === ''} onClick={() => void run.run()}>
            {t.run}
          </Button>
        </>
      }
    >
      <div className={s.script}>
        <div className={s.editor}>
          <JsonEditor
            key={edition}
            value={text}
            onValueChange={(next) => useScript.setState({ text: next })}
            label={t.text}
            fill
          />
        </div>
        <div className={s.buttons}>
          {files.map(({ id, name }) => (
            <Chip
              key={id}
              onRemove={() => useScript.setState({ files: files.filter((file) => file.id !== id) })}
              removeLabel={name}
            >
              {name}
            </Chip>
          ))}
          <Button size="sm" icon={<Icon of={Plus} size="s" />} busy={add.busy} onClick={() => void add.run()}>
            {t.addFile}
          </Button>
        </div>
        {failure && <FailureCard failure={failure} />}
      </div>
    </Dialog>
  );
}
