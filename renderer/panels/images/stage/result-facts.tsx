import { formatBytes, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { type Generation, imagesOf, type MadeImage, usageOf } from '../model/generation.ts';
import { countRequested } from '../model/image-order.ts';
import s from './result-view.module.css';

/** What it came to in pictures and sizes, what was asked for beside what came, and both prompts. */
export function ResultFacts({ generation, picture }: { generation: Generation; picture: MadeImage | undefined }) {
  const t = useStrings().images.facts;
  const { order } = generation;
  const rows = requestedAndActual(generation, picture);
  return (
    <>
      <Facts items={useCostFacts(generation, picture)} />
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
              {rows.map(({ name, asked, actual, verdict }) => (
                <tr key={name}>
                  <th scope="row" className="mono-s">
                    {name}
                  </th>
                  <td className="mono-s">{asked ?? <span className={s.none}>{t.notSent}</span>}</td>
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
          {picture?.revisedPrompt && <Prompt title={t.revised} text={picture.revisedPrompt} isOdd />}
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

/** The units in which pictures are billed; tokens only where the service named any. */
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

/** One parameter: what was asked for, and what the answer has. */
interface RequestedActual {
  name: string;
  /** `null`: it was not sent. */
  asked: string | null;
  /** `null`: nothing tells. */
  actual: string | null;
  /** `chosen`: the service was left to choose; `other`: it answered something else than was asked for. */
  verdict: 'same' | 'chosen' | 'other' | 'unknown';
}

const isAnswered: ReadonlySet<string> = new Set(['done', 'done-with-warnings']);

/** What was sent, beside what came: sizes and formats are read from the picture itself, the rest as it was reported. */
export function requestedAndActual(generation: Generation, image: MadeImage | undefined): RequestedActual[] {
  const { fields } = generation.order;
  const rows: RequestedActual[] = [];
  const actuals: Record<string, string | null> = {
    // A request that failed returned no count at all.
    n: generation.calls.every(({ state }) => isAnswered.has(state)) ? String(imagesOf(generation).length) : null,
    size: image?.width && image.height ? `${image.width}x${image.height}` : (image?.size ?? null),
    quality: image?.quality ?? null,
    background: image?.background ?? null,
    output_format: image ? image.mediaType.replace('image/', '') : null,
  };
  for (const [name, sent] of Object.entries(fields)) {
    const asked = name === 'n' ? String(countRequested({ fields })) : plain(sent);
    rows.push({ name, asked, actual: actuals[name] ?? null, verdict: verdictOf(asked, actuals[name] ?? null) });
  }
  for (const name of ['size', 'quality', 'background'])
    if (!(name in fields) && actuals[name]) rows.push({ name, asked: null, actual: actuals[name], verdict: 'chosen' });
  return rows;
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function verdictOf(asked: string, actual: string | null): RequestedActual['verdict'] {
  if (actual === null) return 'unknown';
  if (asked === actual || (asked === 'jpg' && actual === 'jpeg')) return 'same';
  return asked === 'auto' ? 'chosen' : 'other';
}
