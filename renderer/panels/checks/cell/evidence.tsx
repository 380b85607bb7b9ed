import type { CheckCell } from '#shared/contract/checks.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { bytesOf } from '../../../lib/inspector/body/body-modes.ts';
import { CodeLine } from '../../../ui/code/code-line.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import s from './cell.module.css';
import { excerptOf } from './excerpt.ts';

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
