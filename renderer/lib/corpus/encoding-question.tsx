import { useState } from 'react';
import { create } from 'zustand';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import layout from '../../ui/layout/layout.module.css';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useStrings } from '../i18n/strings.ts';
import s from './encoding-question.module.css';
import { type Encoding, encodings } from './guess-encoding.ts';

/** The file that is asked about now; `null`: none. */
export const useEncodingQuestion = create<{ question: EncodingQuestion | null }>(() => ({ question: null }));

/**
 * Asks the user for the encoding of a file. A panel that asks draws `EncodingDialog`.
 *
 * @returns `null` when the user canceled.
 */
export const askForEncoding = (file: Omit<EncodingQuestion, 'answer'>): Promise<Encoding | null> =>
  new Promise((resolve) => {
    useEncodingQuestion.setState({
      question: {
        ...file,
        answer(encoding) {
          useEncodingQuestion.setState({ question: null });
          resolve(encoding);
        },
      },
    });
  });

/** The question for the encoding of a file, while there is one. */
export function EncodingDialog() {
  const question = useEncodingQuestion((state) => state.question);
  return question && <EncodingForm key={question.name} question={question} />;
}

/** A file whose encoding the user is asked for. */
interface EncodingQuestion {
  name: string;
  bytes: Uint8Array;
  guess: Encoding;
  /** `null`: the user canceled. */
  answer: (encoding: Encoding | null) => void;
}

/** Characters of the file that are shown. */
const shownCharacters = 1200;
const shownBytes = 8192;

/** A file in an encoding that it does not state: the guess, what the text looks like, and other encodings. */
function EncodingForm({ question: { name, bytes, guess, answer } }: { question: EncodingQuestion }) {
  const t = useStrings().encodings;
  const [encoding, setEncoding] = useState(guess);
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, shownBytes)).slice(0, shownCharacters);
  const unread = countUnread(bytes, encoding);
  return (
    <FormDialog
      title={t.title(name)}
      size="lg"
      cancelLabel={t.cancel}
      onCancel={() => answer(null)}
      submitLabel={t.import}
      onSubmit={() => answer(encoding)}
    >
      <div className={layout.form}>
        <p>{t.guessed(t.names[guess])}</p>
        <Field label={t.encoding} layout="row">
          <Select
            label={t.encoding}
            value={encoding}
            onValueChange={setEncoding}
            options={encodings.map((value) => ({ value, label: t.names[value] }))}
          />
        </Field>
        <section aria-label={t.preview}>
          <pre className={s.preview}>{start}</pre>
        </section>
        {unread > 0 && <Note intent="warn">{t.unread(unread)}</Note>}
      </div>
    </FormDialog>
  );
}

/** Counts the characters that an encoding cannot read, which are shown and imported as �. */
function countUnread(bytes: Uint8Array, encoding: EncodingQuestion['guess']): number {
  const text = new TextDecoder(encoding).decode(bytes);
  let count = 0;
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) count += 1;
  return count;
}
