import { useState } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import type { LiveSession } from '../model/session-view.ts';
import s from './frame-log.module.css';

const hexView = lazyModule(() => import('../../../ui/code/hex-view.tsx'));

/** One frame as it went over the wire: set in lines, as it is, or byte by byte. */
export function FrameDetail({ session, index }: { session: LiveSession; index: number | null }) {
  const t = useStrings().realtime.frames;
  const [mode, setMode] = useState<'json' | 'raw' | 'hex'>('json');
  const hex = useLazyModule(hexView, mode === 'hex');
  const { data, error } = useCall(
    'realtime',
    'frame',
    { id: session.id, index: index ?? 0 },
    { enabled: index !== null, keepPrevious: true },
  );
  if (index === null)
    return (
      <aside className={s.detail}>
        <p className={s.quiet}>{t.choose}</p>
      </aside>
    );
  const frame = session.view.getState().frames.find((row) => row.index === index);
  const text = data ? (mode === 'json' ? pretty(data.text) : data.text) : '';
  return (
    <aside className={s.detail} aria-label={t.title(formatNumber(index))}>
      <div className={s.detailHead}>
        <h3>{t.title(formatNumber(index))}</h3>
        <span className={s.quiet}>
          {data && formatBytes(data.sizeBytes)}
          {frame && `, ${t.directions[frame.direction]}`}
        </span>
        {data && (
          <CopyButton text={data.text} labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }} size="sm" />
        )}
      </div>
      <Segmented
        value={mode}
        onValueChange={setMode}
        options={[
          { value: 'json', label: t.json },
          { value: 'raw', label: t.raw },
          { value: 'hex', label: 'Hex' },
        ]}
        label={t.view}
      />
      {error && <FailureCard failure={error.failure} />}
      {data && data.sizeBytes > byteLength(data.text) && (
        <p className={s.quiet}>{t.cutShort(formatBytes(data.sizeBytes))}</p>
      )}
      <div className={s.code}>
        {mode === 'hex' ? (
          hex && data && <hex.HexView {...bytesOf(data.text)} label={t.title(String(index))} {...t.hexWords} />
        ) : (
          <CodeView text={text} language={mode === 'json' ? 'json' : 'text'} wrap label={t.title(String(index))} />
        )}
      </div>
    </aside>
  );
}

/** The text as bytes, a window at a time. */
function bytesOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  return {
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
