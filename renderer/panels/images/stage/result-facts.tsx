import { formatBytes, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { type Generation, imagesOf, type MadeImage, usageOf } from '../model/generation.ts';
import { countRequested } from '../model/image-spec.ts';
import s from './result-view.module.css';

/** Number and sizes of the images, requested and actual values, and both prompts. */
export function ResultFacts({ generation, image }: { generation: Generation; image: MadeImage | undefined }) {
  const t = useStrings().images.facts;
  const { order } = generation;
  const rows = requestedAndActual(generation, image);
  return (
    <>
      <Facts items={useCostFacts(generation, image)} />
      <div className={s.grid}>
        {rows.length > 0 && (
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
        )}
        <div className={s.prompts}>
          <Prompt title={order.routeId === 'edits' ? t.instruction : t.prompt} text={order.prompt} />
          {image?.revisedPrompt && <Prompt title={t.revised} text={image.revisedPrompt} isOdd />}
        </div>
      </div>
    </>
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

/** Returns the units in which images are billed; tokens only where the service reported any. */
function useCostFacts(generation: Generation, image: MadeImage | undefined) {
  const t = useStrings().images.facts;
  const images = imagesOf(generation);
  const usage = usageOf(generation);
  const pixels = images.reduce((sum, { width, height }) => sum + (width ?? 0) * (height ?? 0), 0);
  const size = image?.width && image.height ? `${image.width} × ${image.height}` : null;
  return [
    images.length > 0 && { label: t.images(images.length), value: images.length, order: 'value-first' as const },
    size && { label: t.size, value: size },
    pixels > 0 && { label: t.megapixels, value: `${formatRate(pixels / 1e6)} MP` },
    image?.file && { label: t.file, value: formatBytes(image.file.sizeBytes) },
    usage?.units?.images !== undefined && { label: t.billed, value: usage.units.images },
    usage?.totalTokens != null && { label: t.tokens, value: formatNumber(usage.totalTokens) },
    usage?.inputTokens != null &&
      usage.outputTokens != null && {
        label: t.inOut,
        value: `${formatNumber(usage.inputTokens)} / ${formatNumber(usage.outputTokens)}`,
      },
    { label: t.model, value: generation.order.model },
    { label: t.connection, value: generation.order.connectionName },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
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
    const requested = name === 'n' ? String(countRequested({ fields })) : plain(sent);
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

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function verdictOf(requested: string, actual: string | null): RequestedActual['verdict'] {
  if (actual === null) return 'unknown';
  if (requested === actual || (requested === 'jpg' && actual === 'jpeg')) return 'same';
  return requested === 'auto' ? 'chosen' : 'other';
}
