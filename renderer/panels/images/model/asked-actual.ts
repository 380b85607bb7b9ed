import { type Generation, imagesOf, type MadeImage } from './generation.ts';
import { countRequested } from './image-order.ts';

/** One parameter: what was asked for, and what the answer has. */
export interface RequestedActual {
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
