import { useState } from 'react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useOriginMatch } from '../../../lib/gateway/origin/work-origin.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, lazyPart, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { modelMemory, showOnStage, useForm } from '../form.ts';
import { CardImage } from '../gallery/gallery-card.tsx';
import { openGeneration, restoreRequest, switchBack, useCards, useGeneration } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { type Generation, imagesOf, isRunning } from '../model/generation.ts';
import { originOf } from '../model/image-spec.ts';
import { CallEnds } from './call-ends.tsx';
import { ImageFrame } from './image-frame.tsx';
import { ResultFacts } from './result-facts.tsx';
import { ResultHead } from './result-head.tsx';
import s from './result-view.module.css';

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
  return (
    <article className={layout.fill} aria-label={generation.order.prompt.slice(0, 120)}>
      <ResultHead
        generation={generation}
        image={image}
        canCompare={canCompare}
        isComparing={isComparing}
        onComparingChange={setComparing}
      />
      <div className={s.scroll} tabIndex={-1}>
        {match !== 'same' && match !== 'unknown' && (
          <OriginLine
            panel={modelMemory(routeId)}
            origin={originOf(generation.order)}
            onSwitchBack={() => switchBack(generation.order)}
            onUseHere={() => restoreRequest(generation)}
          />
        )}
        <CallEnds generation={generation} />
        {routeId === 'edits' && <TextResults generation={generation} />}
        {isComparing && sliding && source && image?.file ? (
          <sliding.BeforeAfter source={source} result={image} mask={generation.order.mask} />
        ) : (
          <ImageFrame generation={generation} chosen={chosen} onChosenChange={setChosen} />
        )}
        <ResultFacts generation={generation} image={image} />
        <Variations id={generation.id} />
      </div>
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

/** What this was made from and what was made from it; hidden if there is neither. */
function Variations({ id }: { id: string }) {
  const t = useStrings().images.variations;
  const active = useActive();
  const cards = useCards();
  const rows = cards ? variationsOf(cards, id) : [];
  if (rows.length < 2) return null;
  return (
    <section aria-label={t.title} className={s.section}>
      <h3>{t.title}</h3>
      <ul className={s.tree}>
        {rows.map(({ card, depth }) => (
          <li key={card.id} style={{ marginInlineStart: Math.min(depth, 8) * 20 }}>
            <button
              type="button"
              className={s.row}
              aria-current={card.id === id}
              aria-label={t.open(card.title, depth)}
              onClick={() => void openGeneration(card.id, active)}
            >
              <span className={s.thumb}>
                <CardImage card={card} />
              </span>
              <span className="cut-text">{card.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VariationRow {
  card: Card;
  /** Generations below the first ancestor. */
  depth: number;
}

/** Returns the family of a generation: its first ancestor and everything made from it, each below its parent. */
export function variationsOf(cards: readonly Card[], id: string): VariationRow[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const children = new Map<string, Card[]>();
  for (const card of cards)
    if (card.parentId !== null) children.set(card.parentId, [...(children.get(card.parentId) ?? []), card]);
  const start = byId.get(id);
  if (!start) return [];
  let root = start;
  const seen = new Set([root.id]);
  for (;;) {
    const parent: Card | undefined = root.parentId === null ? undefined : byId.get(root.parentId);
    if (!parent || seen.has(parent.id)) break;
    seen.add(parent.id);
    root = parent;
  }
  const rows: VariationRow[] = [];
  const listed = new Set<string>();
  const list = (card: Card, depth: number) => {
    if (listed.has(card.id)) return;
    listed.add(card.id);
    rows.push({ card, depth });
    const below = [...(children.get(card.id) ?? [])].sort((first, second) => first.createdAt - second.createdAt);
    for (const child of below) list(child, depth + 1);
  };
  list(root, 0);
  return rows;
}
