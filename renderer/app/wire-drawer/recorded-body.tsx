import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { formatBytes } from '../../lib/format.ts';
import { useStrings } from '../../lib/strings.ts';
import { toast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeView } from '../../ui/code-view.tsx';
import { HexView } from '../../ui/hex-view.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Note } from '../../ui/note.tsx';
import type { BodyMode } from './body-modes.ts';
import { bytesOf } from './body-modes.ts';
import s from './message-view.module.css';
import { useBodyText } from './use-body-text.ts';

export interface RecordedBodyProps {
  exchangeId: string;
  side: 'request' | 'response';
  sizeBytes: number;
  mode: BodyMode;
}

/** A recorded body of any size: only what is looked at is fetched. */
export function RecordedBody({ exchangeId, side, sizeBytes, mode }: RecordedBodyProps) {
  const t = useStrings().wire;
  const [read] = useState(() => async (offset: number, length: number) => {
    const window = await client.exchanges.body({ id: exchangeId, side, offset, length });
    return bytesOf(window.base64);
  });
  if (sizeBytes === 0) return <p className={s.nothing}>{t.noBody}</p>;
  if (mode === 'hex')
    return (
      <HexView
        sizeBytes={sizeBytes}
        read={read}
        label={t.body}
        loadingText={t.loading}
        failedText={t.bodyFailed}
        className={s.fill}
      />
    );
  return <BodyText exchangeId={exchangeId} side={side} sizeBytes={sizeBytes} mode={mode} />;
}

function BodyText({ exchangeId, side, sizeBytes, mode }: RecordedBodyProps) {
  const t = useStrings().wire;
  const { text, heldBytes, failure, isReading, readMore } = useBodyText(exchangeId, side, sizeBytes);
  const isWhole = heldBytes >= sizeBytes;
  const json = mode === 'tree' && isWhole ? parsed(text) : undefined;
  return (
    <>
      {failure && <Note intent="bad">{failure.message}</Note>}
      {!isWhole && heldBytes > 0 && (
        <Note
          action={
            <Button size="sm" busy={isReading} onClick={readMore}>
              {t.readMore}
            </Button>
          }
        >
          {t.partOfBody(formatBytes(heldBytes), formatBytes(sizeBytes))}
        </Note>
      )}
      {json === undefined ? (
        <CodeView
          text={text}
          language={mode === 'tree' ? 'json' : 'text'}
          wrap
          label={t.body}
          findLabels={t.findLabels}
          className={s.fill}
        />
      ) : (
        <JsonTree
          value={json.value}
          label={t.body}
          labels={t.treeLabels}
          expandDepth={3}
          onCopy={(_what, done) =>
            toast(done ? { intent: 'ok', title: t.copied } : { intent: 'bad', title: t.copyFailed })
          }
          className={s.fill}
        />
      )}
    </>
  );
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
