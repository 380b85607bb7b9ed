import type { CheckCell } from '#shared/contract/checks.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { bytesOf } from '../../../lib/inspector/body/body-modes.ts';
import { CodeLine } from '../../../ui/code/code-line.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import s from './cell.module.css';

/** Enough of a body to see what it is. */
const windowBytes = 4096;

/** What the verdict rests on: the beginning of the recorded answer. */
export function Evidence({ cell, exchangeId }: { cell: CheckCell; exchangeId: string }) {
  const t = useStrings().checks.cell;
  const exchange = useCall('exchanges', 'get', { id: exchangeId });
  const window = { id: exchangeId, side: 'response', offset: 0, length: windowBytes } as const;
  const body = useCall('exchanges', 'body', window, { enabled: (exchange.data?.response?.bodyBytes ?? 0) > 0 });
  const response = exchange.data?.response;
  if (exchange.error || body.error || (exchange.data && !response?.bodyBytes))
    return <p className={s.quiet}>{cell.shape ?? t.noEvidence}</p>;
  if (!response || !body.data) return <Skeleton lines={[80, 60, 70]} />;
  const bytes = bytesOf(body.data.base64);
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <div key={index}>
              <CodeLine text={line} language={excerpt.language} marks={[]} />
              {'\n'}
            </div>
          ))}
        </pre>
      </section>
      {body.data.totalBytes > bytes.length && <p className={s.quiet}>{t.more(formatBytes(body.data.totalBytes))}</p>}
    </>
  );
}

/** Longest text of a value and most members of a list that an excerpt shows. */
const longestText = 80;
const mostMembers = 4;
const mostLines = 18;

interface Excerpt {
  text: string;
  language: 'json' | 'text';
}

/** The beginning of a body, as it is read best: JSON laid out and shortened, other text by lines. Binary gives `null`. */
export function excerptOf(bytes: Uint8Array, mediaType: string | null): Excerpt | null {
  if (mediaType && /^(?:audio|video|image)\/|octet-stream/.test(mediaType)) return null;
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\0')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return { text: firstLines(JSON.stringify(shorten(parsed), null, 2)), language: 'json' };
  } catch {
    // No whole JSON: a stream, a page, or only the beginning of a body.
  }
  // The empty lines between the events of a stream would take half of the room.
  return { text: firstLines(text.replace(/\n(?:\r?\n)+/g, '\n')), language: /^\s*[[{]/.test(text) ? 'json' : 'text' };
}

function firstLines(text: string): string {
  const lines = text.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line));
  return lines.length <= mostLines ? lines.join('\n') : [...lines.slice(0, mostLines), '…'].join('\n');
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) {
    const members = value.slice(0, mostMembers).map(shorten);
    return value.length > mostMembers ? [...members, `… ${value.length - mostMembers} more`] : members;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
