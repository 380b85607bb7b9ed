import { useState } from 'react';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { JsonTree } from '../../../ui/json/json-tree.tsx';
import { FailureText } from '../../failures/failure-text.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import { toast } from '../../page/toasts.ts';
import s from './message-view.module.css';
import { saveBody } from './save-body.ts';
import { useBodyText } from './use-body-text.ts';

export interface BodyTextProps {
  exchangeId: string;
  side: 'request' | 'response';
  sizeBytes: number;
  mode: 'tree' | 'text';
}

/** Larger JSON is opened as a tree only when the person says so: it costs a moment and much memory. */
const treeLimitBytes = 6_000_000;

/** Larger texts do not fit into one string of the page with room to spare. */
const textLimitBytes = 250_000_000;

/** A body as text or as a tree. What is not read yet says so, and can be read further or saved. */
export function BodyText({ exchangeId, side, sizeBytes, mode }: BodyTextProps) {
  const t = useStrings().wire;
  const body = useBodyText(exchangeId, side, sizeBytes);
  const [wantsTree, setWantsTree] = useState(false);
  const { text, heldBytes, keptBytes, failure } = body;
  const isWhole = keptBytes !== null && heldBytes >= keptBytes;
  const mayTree = mode === 'tree' && isWhole && (sizeBytes <= treeLimitBytes || wantsTree);
  const json = mayTree ? parsed(text) : undefined;
  if (keptBytes === 0) return <p className={s.nothing}>{t.bodyGone}</p>;
  return (
    <>
      {failure && (
        <Note
          intent="bad"
          action={
            <Button size="sm" onClick={body.readMore}>
              {t.readAgain}
            </Button>
          }
        >
          <FailureText failure={failure} alone brief />
        </Note>
      )}
      {isWhole && keptBytes < sizeBytes && (
        <Note intent="warn">{t.partKept(formatBytes(keptBytes), formatBytes(sizeBytes))}</Note>
      )}
      {!isWhole && heldBytes > 0 && (
        <PartOfBody exchangeId={exchangeId} side={side} sizeBytes={sizeBytes} body={body} />
      )}
      {mode === 'tree' && isWhole && !mayTree && (
        <Note
          action={
            <Button size="sm" onClick={() => setWantsTree(true)}>
              {t.treeAnyway}
            </Button>
          }
        >
          {t.largeTree(formatBytes(sizeBytes))}
        </Note>
      )}
      {json === undefined ? (
        <CodeView
          text={text}
          language={mode === 'tree' ? 'json' : 'text'}
          wrap
          label={t.bodyOf[side]}
          findLabels={t.findLabels}
          className={s.fill}
        />
      ) : (
        <JsonTree
          value={json.value}
          label={t.bodyOf[side]}
          labels={t.treeLabels}
          expandDepth={sizeBytes > treeLimitBytes ? 1 : 3}
          onCopy={(_what, done) =>
            toast(done ? { intent: 'ok', title: t.copied } : { intent: 'bad', title: t.copyFailed })
          }
          className={s.fill}
        />
      )}
    </>
  );
}

type Body = ReturnType<typeof useBodyText>;

function PartOfBody({ exchangeId, side, sizeBytes, body }: Omit<BodyTextProps, 'mode'> & { body: Body }) {
  const t = useStrings().wire;
  const { heldBytes, cameBytes, isReading, readMore, readAll } = body;
  return (
    <Note
      action={
        <span className={s.actions}>
          <Button size="sm" busy={isReading} onClick={readMore}>
            {t.readMore}
          </Button>
          {sizeBytes <= textLimitBytes && (
            <Button size="sm" disabled={isReading} onClick={readAll}>
              {t.readAll}
            </Button>
          )}
          <Button size="sm" intent="quiet" onClick={() => void saveBody(exchangeId, side)}>
            {t.saveBody}
          </Button>
        </span>
      }
    >
      {t.partOfBody(formatBytes(isReading ? cameBytes : heldBytes), formatBytes(sizeBytes))}
    </Note>
  );
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
