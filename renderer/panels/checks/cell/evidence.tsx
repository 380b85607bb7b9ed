import type { CheckCell } from '#shared/contract/checks.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { fromBase64 } from '../../../lib/media/base64.ts';
import { CodeLine } from '../../../ui/code/code-line.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import s from '../side.module.css';

/** Enough of a body to see what it is. */
const windowBytes = 4096;

/** The evidence for the verdict: the beginning of the recorded response. */
export function Evidence({ cell, exchangeId }: { cell: CheckCell; exchangeId: string }) {
  const t = useStrings().checks.cell;
  const exchange = useCall('exchanges', 'get', { id: exchangeId });
  const window = { id: exchangeId, side: 'response', offset: 0, length: windowBytes } as const;
  const body = useCall('exchanges', 'body', window, { enabled: (exchange.data?.response?.bodyBytes ?? 0) > 0 });
  const response = exchange.data?.response;
  if (exchange.error || body.error || (exchange.data && !response?.bodyBytes))
    return <p className={s.quiet}>{cell.shape ?? t.noEvidence}</p>;
  if (!response || !body.data) return <Skeleton lines={[80, 60, 70]} />;
  const bytes = fromBase64(body.data.base64);
  const excerpt = excerptOf(bytes, response.mediaType);
  if (!excerpt) return <p className={s.quiet}>{t.binary(response.mediaType ?? '', formatBytes(response.bodyBytes))}</p>;
  return (
    <>
      <section
        className={s.code}
        aria-label={t.evidence}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
      >
        <pre>
          {excerpt.text.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
            <div key={index}>
              <CodeLine text={line} language={excerpt.language} />
              {'\n'}
            </div>
          ))}
        </pre>
      </section>
      {body.data.totalBytes > bytes.length && <p className={s.quiet}>{t.more(formatBytes(body.data.totalBytes))}</p>}
    </>
  );
}

/** Most characters of a value and most members of a list in an excerpt. */
const maxTextLength = 80;
const maxMembers = 4;
const maxLines = 18;

interface Excerpt {
  text: string;
  language: 'json' | 'text';
}

/**
 * Returns the beginning of a body in its most readable form: JSON formatted and shortened, other text by lines. `null`
 * for binary.
 */
export function excerptOf(bytes: Uint8Array, mediaType: string | null): Excerpt | null {
  if (mediaType && /^(?:audio|video|image)\/|octet-stream/.test(mediaType)) return null;
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\0')) return null;
  const parsed = parseJson(text);
  if (parsed !== undefined) return { text: firstLines(JSON.stringify(shorten(parsed), null, 2)), language: 'json' };
  // Not a complete JSON document: a stream, a page, or only the beginning of a body.
  // The blank lines between the events of a stream would take up half of the space.
  return { text: firstLines(text.replace(/\n(?:\r?\n)+/g, '\n')), language: /^\s*[[{]/.test(text) ? 'json' : 'text' };
}

function firstLines(text: string): string {
  const lines = text.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line));
  return lines.length <= maxLines ? lines.join('\n') : [...lines.slice(0, maxLines), '…'].join('\n');
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
  if (Array.isArray(value)) {
    const members = value.slice(0, maxMembers).map(shorten);
    return value.length > maxMembers ? [...members, `… ${value.length - maxMembers} more`] : members;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
