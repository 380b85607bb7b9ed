import { useActive } from '../../../lib/gateway/connections/active.ts';
import { formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { type Fact, Facts } from '../../../ui/layout/facts.tsx';
import { CardImage } from '../gallery/gallery-card.tsx';
import { openGeneration, useCards } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { type Generation, type MadeImage, usageOf } from '../model/generation.ts';
import s from './result-view.module.css';

/** One parameter: its requested and its actual value. */
export interface RequestedActual {
  name: string;
  /** `null`: it was not sent. */
  requested: string | null;
  /** `null`: unknown. */
  actual: string | null;
  /** `chosen`: the service was free to choose; `other`: it returned something other than requested. */
  verdict: 'same' | 'chosen' | 'other' | 'unknown';
}

interface ResultDetailsProps {
  generation: Generation;
  image: MadeImage | undefined;
  rows: readonly RequestedActual[];
}

/** The requested and actual values, the prompts, and all versions of a result. */
export function ResultDetails({ generation, image, rows }: ResultDetailsProps) {
  const t = useStrings().images.facts;
  const { id, order } = generation;
  return (
    <>
      <Facts items={useCostFacts(generation, image)} />
      <div className={s.grid}>
        {rows.length > 0 && <RequestedActualTable rows={rows} />}
        <div className={s.prompts}>
          <Prompt title={order.routeId === 'edits' ? t.instruction : t.prompt} text={order.prompt} />
          {image?.revisedPrompt && <Prompt title={t.revised} text={image.revisedPrompt} isOdd />}
        </div>
      </div>
      <Variations id={id} />
    </>
  );
}

function RequestedActualTable({ rows }: { rows: readonly RequestedActual[] }) {
  const t = useStrings().images.facts;
  return (
    <table className={s.table}>
      <thead>
        <tr>
          <th scope="col">{t.parameter}</th>
          <th scope="col">{t.asked}</th>
          <th scope="col">{t.actual}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, requested, actual, verdict }) => (
          <tr key={name}>
            <th scope="row" className="mono-s">
              {name}
            </th>
            <td className="mono-s">{requested ?? <span className={s.none}>{t.notSent}</span>}</td>
            <td>
              {verdict === 'other' ? (
                <Badge intent="odd">{t.other(actual ?? '')}</Badge>
              ) : verdict === 'chosen' ? (
                <Badge>{t.chosen(actual ?? '')}</Badge>
              ) : (
                <span className="mono-s">{actual ?? <span className={s.none}>{t.unknown}</span>}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Prompt({ title, text, isOdd = false }: { title: string; text: string; isOdd?: boolean }) {
  const t = useStrings().images.facts;
  return (
    <section className={s.prompt} aria-label={title}>
      <h3>
        {isOdd ? <Badge intent="odd">{title}</Badge> : title}
        <CopyButton text={text} size="sm" labels={{ copy: t.copy(title), copied: t.copied, failed: t.copyFailed }} />
      </h3>
      <p>{text}</p>
    </section>
  );
}

/** The rest: where it was made, and the units in which images are billed. */
function useCostFacts({ order, calls }: Generation, image: MadeImage | undefined): Fact[] {
  const t = useStrings().images.facts;
  const usage = usageOf({ calls });
  const pixels = calls
    .flatMap(({ pictures }) => pictures)
    .reduce((sum, { width, height }) => sum + (width ?? 0) * (height ?? 0), 0);
  return [
    { label: t.model, value: order.model },
    { label: t.connection, value: order.connectionName },
    image && pixels > 0 && { label: t.megapixels, value: `${formatRate(pixels / 1e6)} MP` },
    usage?.units?.images !== undefined && { label: t.billed, value: usage.units.images },
    usage?.inputTokens != null &&
      usage.outputTokens != null && {
        label: t.inOut,
        value: `${formatNumber(usage.inputTokens)} / ${formatNumber(usage.outputTokens)}`,
      },
    order.mask && { label: t.mask, value: t.maskShare(formatRate(order.mask.share * 100)) },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
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
