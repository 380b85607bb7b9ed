import { useState } from 'react';
import { useStore } from 'zustand';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useOriginMatch } from '../../../lib/gateway/origin/work-origin.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { lazyModule, lazyPart, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { modelMemory, showOnStage, useForm } from '../form.ts';
import { imageOrder } from '../gallery/selection.ts';
import { restoreRequest, showNext, switchBack, useGeneration } from '../images.ts';
import { needsWords } from '../model/call-end.ts';
import { type Generation, isRunning, slotsOf } from '../model/generation.ts';
import { originOf } from '../model/image-spec.ts';
import { ResultFacts } from './result-facts.tsx';
import { ResultHead } from './result-head.tsx';
import { ResultImages } from './result-images.tsx';
import s from './result-view.module.css';

const CallEnds = lazyPart(async () => (await import('./call-ends.tsx')).CallEnds);

const OriginLine = lazyPart(async () => (await import('../../../lib/gateway/origin/origin-line.tsx')).OriginLine);
const beforeAfter = lazyModule(() => import('./before-after.tsx'));

/** One generation in any state: its results, its request, and the actions. */
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

/** What is looked at, of one generation. */
interface Look {
  /** Position of the image; -1 is the last one. */
  at: number;
  isComparing: boolean;
}

const firstLook: Look = { at: 0, isComparing: false };

function Result({ generation }: { generation: Generation }) {
  const { id, order: spec, calls } = generation;
  const active = useActive();
  const [looks, setLooks] = useState<Readonly<Record<string, Look>>>({});
  const { at: wanted, isComparing } = looks[id] ?? firstLook;
  const look = (change: Partial<Look>, of = id) =>
    setLooks((before) => ({ ...before, [of]: { ...firstLook, ...before[of], ...change } }));
  const slots = spec.routeId === 'edits' ? [] : slotsOf(generation);
  const at = wanted < 0 ? slots.length - 1 : Math.min(wanted, slots.length - 1);
  const slot = slots[at];
  const image = slot?.kind === 'image' ? slot.image : undefined;
  const [source] = spec.inputs;
  const canCompare = source !== undefined && image?.file != null;
  const sliding = useLazyModule(beforeAfter, canCompare);
  const match = useOriginMatch(spec);
  const order = useStore(imageOrder, ({ ids }) => ids);
  const inGallery = order.indexOf(id);
  const step = (by: 1 | -1): (() => void) | null => {
    if (slots[at + by]) return () => look({ at: at + by });
    const next = inGallery < 0 ? undefined : order[inGallery + by];
    return next === undefined
      ? null
      : () => {
          look({ at: by > 0 ? 0 : -1, isComparing: false }, next);
          void showNext(next, active);
        };
  };
  const isElsewhere = match !== 'same' && match !== 'unknown';
  const hasEnds = calls.some(needsWords);
  return (
    <article className={classes(layout.fill, s.result)} aria-label={spec.prompt.slice(0, 120)}>
      <ResultHead generation={generation} image={image} />
      {(isElsewhere || hasEnds || slots.length === 0) && (
        <div className={s.scroll} data-alone={slots.length === 0} tabIndex={-1}>
          {isElsewhere && (
            <OriginLine
              panel={modelMemory(spec.routeId)}
              origin={originOf(spec)}
              onSwitchBack={() => switchBack(spec)}
              onUseHere={() => restoreRequest(generation)}
            />
          )}
          <CallEnds generation={generation} />
          {spec.routeId === 'edits' && <TextResults generation={generation} />}
        </div>
      )}
      {slots.length > 0 && (
        <div className={s.middle}>
          {isComparing && sliding && source && image?.file ? (
            <sliding.BeforeAfter
              source={source}
              result={image}
              mask={spec.mask}
              onClose={() => look({ isComparing: false })}
            />
          ) : (
            <ResultImages
              generation={generation}
              slots={slots}
              at={at}
              onAtChange={(next) => look({ at: next })}
              onNext={step(1)}
              onPrevious={step(-1)}
              onCompare={canCompare ? () => look({ isComparing: true }) : undefined}
            />
          )}
        </div>
      )}
      <ResultFacts
        generation={generation}
        image={image}
        figure={
          sliding && source && image?.file && spec.mask ? (
            <sliding.ChangeFigure source={source} result={image} mask={spec.mask} />
          ) : null
        }
      />
    </article>
  );
}

/** The original text, and the result of each choice of the response. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a choice
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
