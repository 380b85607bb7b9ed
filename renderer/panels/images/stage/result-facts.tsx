import { Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FactsWithCost } from '../../../lib/cost/facts-with-cost.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { formatBytes, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { type Fact, Facts } from '../../../ui/layout/facts.tsx';
import { useForm } from '../form.ts';
import { CardImage } from '../gallery/gallery-card.tsx';
import { openGeneration, useCards } from '../images.ts';
import { variationsOf } from '../model/card.ts';
import { type Generation, imagesOf, isRunning, type MadeImage, usageOf } from '../model/generation.ts';
import { countRequested, fieldText } from '../model/image-spec.ts';
import s from './result-view.module.css';

interface ResultFactsProps {
  generation: Generation;
  image: MadeImage | undefined;
  /** The one large number of the result, where there is one. */
  figure: ReactNode;
}

/** The evidence in one line; behind its button the requested and actual values, the prompts, and all versions. */
export function ResultFacts({ generation, image, figure }: ResultFactsProps) {
  const t = useStrings().images.facts;
  const isOpen = useForm(({ detailsOpen }) => detailsOpen);
  const detailsId = useId();
  const rows = requestedAndActual(generation, image);
  const facts = useResultFacts(generation, image);
  return (
    <footer className={s.dock}>
      <div className={s.line}>
        {figure}
        <FactsWithCost
          facts={facts}
          exchangeIds={isRunning(generation) ? [] : generation.calls.map(({ exchangeId }) => exchangeId)}
        />
        {rows.map(
          ({ name, actual, verdict }) =>
            verdict === 'other' && (
              <Badge key={name} intent="odd">
                {name} {t.other(actual ?? '')}
              </Badge>
            ),
        )}
        {image?.revisedPrompt && <Badge intent="odd">{t.revised}</Badge>}
        <span className={s.toDetails}>
          <IconButton
            label={t.details}
            size="sm"
            pressed={isOpen}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            icon={<Icon of={Info} size="s" />}
            onClick={() => useForm.setState({ detailsOpen: !isOpen })}
          />
        </span>
      </div>
      {isOpen && (
        <section id={detailsId} className={s.details} aria-label={t.details}>
          <ResultDetails generation={generation} image={image} rows={rows} />
        </section>
      )}
    </footer>
  );
}

/** At most four facts: one line has no room for more. */
function useResultFacts(generation: Generation, image: MadeImage | undefined): Fact[] {
  const t = useStrings().images.facts;
  const images = imagesOf(generation);
  const usage = usageOf(generation);
  const { model, connectionName } = generation.order;
  const facts = [
    images.length > 1 && { label: t.images(images.length), value: images.length, order: 'value-first' as const },
    image?.width && image.height && { label: t.size, value: `${image.width} × ${image.height}` },
    image?.file && {
      label: image.mediaType.replace('image/', '').toUpperCase(),
      value: formatBytes(image.file.sizeBytes),
    },
    usage?.totalTokens != null && { label: t.tokens, value: formatNumber(usage.totalTokens) },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
  if (facts.length > 0) return facts;
  return [
    { label: t.model, value: model },
    { label: t.connection, value: connectionName },
  ];
}

/** One parameter: its requested and its actual value. */
interface RequestedActual {
  name: string;
  /** `null`: it was not sent. */
  requested: string | null;
  /** `null`: unknown. */
  actual: string | null;
  /** `chosen`: the service was free to choose; `other`: it returned something other than requested. */
  verdict: 'same' | 'chosen' | 'other' | 'unknown';
}

const isAnswered: ReadonlySet<string> = new Set(['done', 'done-with-warnings']);

/** Compares the request with the result: sizes and formats are read from the image itself, the rest is as reported. */
export function requestedAndActual(generation: Generation, image: MadeImage | undefined): RequestedActual[] {
  const { fields } = generation.order;
  const rows: RequestedActual[] = [];
  const actuals: Record<string, string | null> = {
    // A failed request returned no count at all.
    n: generation.calls.every(({ state }) => isAnswered.has(state)) ? String(imagesOf(generation).length) : null,
    size: image?.width && image.height ? `${image.width}x${image.height}` : (image?.size ?? null),
    quality: image?.quality ?? null,
    background: image?.background ?? null,
    output_format: image ? image.mediaType.replace('image/', '') : null,
  };
  for (const [name, sent] of Object.entries(fields)) {
    const requested = name === 'n' ? String(countRequested({ fields })) : fieldText(sent);
    rows.push({
      name,
      requested,
      actual: actuals[name] ?? null,
      verdict: verdictOf(requested, actuals[name] ?? null),
    });
  }
  for (const name of ['size', 'quality', 'background'])
    if (!(name in fields) && actuals[name])
      rows.push({ name, requested: null, actual: actuals[name], verdict: 'chosen' });
  return rows;
}

function verdictOf(requested: string, actual: string | null): RequestedActual['verdict'] {
  if (actual === null) return 'unknown';
  if (requested === actual || (requested === 'jpg' && actual === 'jpeg')) return 'same';
  return requested === 'auto' ? 'chosen' : 'other';
}

interface ResultDetailsProps {
  generation: Generation;
  image: MadeImage | undefined;
  rows: readonly RequestedActual[];
}

/** The requested and actual values, the prompts, and all versions of a result. */
function ResultDetails({ generation, image, rows }: ResultDetailsProps) {
  const t = useStrings().images.facts;
  const { id, order } = generation;
  return (
    <>
      <Facts items={useCostFacts(generation, image)} />
      <div className={s.grid}>
        {rows.length > 0 && <RequestedActualTable rows={rows} />}
        <div className={s.prompts}>
          <Prompt title={t.prompt} text={order.prompt} />
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
