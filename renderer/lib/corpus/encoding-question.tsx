import { create } from 'zustand';
import { EncodingForm, type EncodingQuestion } from './encoding-form.tsx';
import type { Encoding } from './guess-encoding.ts';

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
