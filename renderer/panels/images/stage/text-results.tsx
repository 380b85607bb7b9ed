import { useStrings } from '../../../lib/i18n/strings.ts';
import { OutsideText } from '../../../lib/page/outside-text.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { showOnStage, useForm } from '../form.ts';
import { type Generation, isRunning } from '../model/generation.ts';
import s from './text-results.module.css';

/** The text as it was, and as each choice of the answer has it. */
export function TextResults({ generation }: { generation: Generation }) {
  const t = useStrings().images.text;
  const texts = generation.calls.flatMap((call) => call.texts).filter((text) => text !== '');
  const takeOver = (text: string) => {
    useForm.setState({ input: text });
    showOnStage(null);
  };
  return (
    <div className={s.texts}>
      <section aria-label={t.before}>
        <h3>{t.before}</h3>
        <p className={s.text}>{generation.order.input || t.noInput}</p>
      </section>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices are told apart by their place alone
        <section key={index} aria-label={t.after(index + 1, texts.length)}>
          <h3>
            {t.after(index + 1, texts.length)}
            <CopyButton text={text} size="sm" labels={t.copy} />
            <Button size="sm" intent="quiet" onClick={() => takeOver(text)}>
              {t.editFurther}
            </Button>
          </h3>
          <p className={s.text} data-result>
            <OutsideText text={text} />
          </p>
        </section>
      ))}
      {texts.length === 0 && isRunning(generation) && <ProgressRing value={null} label={t.waiting} size={32} />}
    </div>
  );
}
