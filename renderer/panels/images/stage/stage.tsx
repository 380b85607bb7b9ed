import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { replacePrompt, useForm } from '../form.ts';
import { MaskPainter } from '../mask/mask-painter.tsx';
import s from '../panel.module.css';
import { ResultView } from './result-view.tsx';
import { SideBySide } from './side-by-side.tsx';

/** Several generations side by side, one generation, the image to paint on, or the empty state. */
export function Stage() {
  const { routeId, shownId, comparedIds, inputs } = useForm();
  const [first] = inputs;
  if (comparedIds.length > 0) return <SideBySide ids={comparedIds} />;
  if (shownId !== null) return <ResultView id={shownId} />;
  if (routeId !== 'images.edits') return <Idle />;
  return first ? <Form key={first.file.id} /> : <Idle />;
}

/** The first input, with the mask painter if its size is known. */
function Form() {
  const t = useStrings().images.mask;
  const input = useForm(({ inputs }) => inputs[0]);
  if (!input) return null;
  const { width, height, file } = input;
  if (!width || !height || width * height > maxPaintedPixels)
    return (
      <div className={s.plain}>
        <Note intent="warn">{width && height ? t.tooLarge : t.sizeUnknown}</Note>
        <StoredImage fileId={file.id} label={file.name} />
      </div>
    );
  return <MaskPainter input={{ file, width, height }} />;
}

/** A mask layer takes four bytes per pixel, and redrawing it needs a copy of that. */
const maxPaintedPixels = 40_000_000;

/** Fills the prompt and focuses it, so that Enter sends it. */
function tryExample(example: string): void {
  replacePrompt(example);
  focusPlace('prompt');
}

function Idle() {
  const t = useStrings().images.idle;
  const { routeId } = useForm();
  const words = t[routeId];
  return (
    <div className={s.idle}>
      <EmptyState title={words.title} level={2}>
        <p>{words.body}</p>
        {routeId === 'images.generations' && (
          <div className={s.examples}>
            {t.examples.map((example) => (
              <Chip key={example} onClick={() => tryExample(example)}>
                {example}
              </Chip>
            ))}
          </div>
        )}
      </EmptyState>
    </div>
  );
}
