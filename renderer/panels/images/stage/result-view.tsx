import { useState } from 'react';
import { useOriginMatch } from '../../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { modelMemory, showOnStage } from '../form.ts';
import { composeAgain } from '../gallery/reuse.ts';
import { type Generation, imagesOf } from '../model/generation.ts';
import { originOf } from '../model/image-order.ts';
import { switchBack } from '../open-generation.ts';
import { useGeneration } from '../use-generation.ts';
import { CallEnds } from './call-ends.tsx';
import { ImageFrame } from './image-frame.tsx';
import { ResultFacts } from './result-facts.tsx';
import { ResultHead } from './result-head.tsx';
import s from './result-view.module.css';
import { TextResults } from './text-results.tsx';
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
