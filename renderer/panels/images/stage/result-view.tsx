import { useState } from 'react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { OriginLine } from '../../../lib/gateway/origin/origin-line.tsx';
import { useOriginMatch } from '../../../lib/gateway/origin/work-origin.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { showOnStage } from '../form.ts';
import { imageOrder } from '../gallery/selection.ts';
import { restoreRequest, showNext, switchBack, useGeneration } from '../images.ts';
import { type Generation, needsWords, slotsOf } from '../model/generation.ts';
import { originOf } from '../model/image-spec.ts';
import { type TextEdit, textEditOf } from '../model/text-edit.ts';
import { BeforeAfter, ChangeFigure } from './before-after.tsx';
import { CallEnds } from './call-ends.tsx';
import { ResultFacts } from './result-facts.tsx';
import { ResultHead } from './result-head.tsx';
import { ResultImages } from './result-images.tsx';
import s from './result-view.module.css';

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
  const edit = textEditOf(generation);
  return edit ? <TextEditView generation={generation} edit={edit} /> : <Result generation={generation} />;
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
  const slots = slotsOf(generation);
  const at = wanted < 0 ? slots.length - 1 : Math.min(wanted, slots.length - 1);
  const slot = slots[at];
  const image = slot?.kind === 'image' ? slot.image : undefined;
  const [source] = spec.inputs;
  const canCompare = source !== undefined && image?.file != null;
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
              panel="images"
              origin={originOf(spec)}
              onSwitchBack={() => switchBack(spec)}
              onUseHere={() => restoreRequest(generation)}
            />
          )}
          <CallEnds generation={generation} />
        </div>
      )}
      {slots.length > 0 && (
        <div className={s.middle}>
          {isComparing && source && image?.file ? (
            <BeforeAfter source={source} result={image} mask={spec.mask} onClose={() => look({ isComparing: false })} />
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
          source && image?.file && spec.mask ? <ChangeFigure source={source} result={image} mask={spec.mask} /> : null
        }
      />
    </article>
  );
}

interface TextEditViewProps {
  generation: Generation;
  edit: TextEdit;
}

/** A text edit of an earlier version: what was sent, and what came back. */
function TextEditView({ generation, edit: { input, instruction, results } }: TextEditViewProps) {
  const t = useStrings().images.text;
  const parts = [
    { title: t.before, text: input, isResult: false },
    { title: t.instruction, text: instruction, isResult: false },
    ...results.map((text, index) => ({ title: t.after(index + 1, results.length), text, isResult: true })),
  ];
  return (
    <article className={classes(layout.fill, s.result)} aria-label={instruction.slice(0, 120)}>
      <ResultHead generation={generation} image={undefined} />
      <div className={s.scroll} data-alone="true" tabIndex={-1}>
        {generation.calls.map(
          ({ failure, sent, exchangeId }) =>
            failure && <FailureCard key={exchangeId} failure={failure} sent={sent} exchangeId={exchangeId} />,
        )}
        <div className={s.texts}>
          {parts.map(({ title, text, isResult }) => (
            <section key={title} aria-label={title}>
              <h3>
                {title}
                <CopyButton text={text} size="sm" labels={t.copy} />
              </h3>
              <p className={s.text} data-result={isResult || undefined}>
                {isResult ? <OutsideText text={text} /> : text || t.noInput}
              </p>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
