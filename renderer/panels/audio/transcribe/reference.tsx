import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import type { TranscribeDocument } from '../model/audio-document.ts';
import { editedTranscript } from '../model/edits.ts';
import { transcriptOf } from '../model/transcript.ts';
import { setReference } from './edit-transcript.ts';
import { browseReference } from './import-on-demand.ts';
import s from './transcribe.module.css';

/** What was really said: typed, pasted, read from a file, or taken from a transcript that was corrected. */
export function ReferenceForm({ document, onDone }: { document: TranscribeDocument; onDone: () => void }) {
  const t = useStrings().audio.reference;
  const { reference = '', runs } = document;
  const run = runs.at(-1);
  const corrected = run && editedTranscript(transcriptOf(run), run.edits ?? {}).text;
  return (
    <div className={s.reference}>
      <TextArea
        aria-label={t.label}
        autoFocus
        minRows={3}
        maxRows={8}
        value={reference}
        placeholder={t.placeholder}
        onValueChange={(text) => setReference(document.id, text)}
      />
      <div className={s.doubtLine}>
        <Button size="sm" onClick={() => void browseReference(document.id)}>
          {t.browse}
        </Button>
        {corrected && corrected !== reference && (
          <Button size="sm" onClick={() => setReference(document.id, corrected)}>
            {t.useTranscript}
          </Button>
        )}
        {reference !== '' && (
          <Button size="sm" intent="quiet" onClick={() => setReference(document.id, '')}>
            {t.remove}
          </Button>
        )}
        <span className="space" />
        <Button size="sm" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}
