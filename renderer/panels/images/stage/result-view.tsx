import { useState } from 'react';
import { useOriginMatch } from '../../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { OutsideText } from '../../../lib/page/outside-text.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { modelMemory, showOnStage, useForm } from '../form.ts';
import { composeAgain } from '../gallery/reuse.ts';
import { switchBack, useGeneration } from '../images.ts';
import { type Generation, imagesOf, isRunning } from '../model/generation.ts';
import { originOf } from '../model/image-order.ts';
import { CallEnds } from './call-ends.tsx';
import { ImageFrame } from './image-frame.tsx';
import { ResultFacts } from './result-facts.tsx';
import { ResultHead } from './result-head.tsx';
import s from './result-view.module.css';
import { Variations } from './variations-list.tsx';

const originLine = lazyModule(() => import('../../../lib/gateway/origin/origin-line.tsx'));
const beforeAfter = lazyModule(() => import('./before-after.tsx'));

/** One generation, in any of its states: what came, what it was asked for, and what can be done with it. */
export function ResultView({ id }: { id: string }) {
  const t = useStrings().images;
  const generation = useGeneration(id);
  if (generation === undefined)
    return (
      <p className={s.loading} role="status">
        {t.result.loading}
      </p>
    );
  if (generation === null)
    return (
      <div className={s.loading}>
        <EmptyState
          title={t.result.gone}
          level={2}
          actions={<Button onClick={() => showOnStage(null)}>{t.result.back}</Button>}
        >
          {t.result.goneBody}
        </EmptyState>
      </div>
    );
  return <Result generation={generation} />;
}

function Result({ generation }: { generation: Generation }) {
  const [chosen, setChosen] = useState(0);
  const [isComparing, setComparing] = useState(false);
  const images = imagesOf(generation);
  const image = images[Math.min(chosen, images.length - 1)];
  const [source] = generation.order.inputs;
  const canCompare = source !== undefined && image?.file != null;
  const sliding = useLazyModule(beforeAfter, canCompare && isComparing);
  const { routeId } = generation.order;
  const match = useOriginMatch(generation.order);
  const line = useLazyModule(originLine, match !== 'same' && match !== 'unknown');
  return (
    <article className={s.result} aria-label={generation.order.prompt.slice(0, 120)}>
      <ResultHead
        generation={generation}
        picture={image}
        canCompare={canCompare}
        isComparing={isComparing}
        onComparingChange={setComparing}
      />
      <div className={s.scroll} tabIndex={-1}>
        {line && (
          <line.OriginLine
            panel={modelMemory(routeId)}
            origin={originOf(generation.order)}
            onSwitchBack={() => switchBack(generation.order)}
            onUseHere={() => composeAgain(generation)}
          />
        )}
        <CallEnds generation={generation} />
        {routeId === 'edits' && <TextResults generation={generation} />}
        {isComparing && sliding && source && image?.file ? (
          <sliding.BeforeAfter source={source} result={image} mask={generation.order.mask} />
        ) : (
          <ImageFrame generation={generation} chosen={chosen} onChosenChange={setChosen} />
        )}
        <ResultFacts generation={generation} picture={image} />
        <Variations id={generation.id} />
      </div>
    </article>
  );
}

/** The text as it was, and as each choice of the answer has it. */
function TextResults({ generation }: { generation: Generation }) {
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
