import { useState } from 'react';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { HexView } from '../../../ui/code/hex-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { client } from '../../client/client.ts';
import { FailureText } from '../../failures/failure-text.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import { fromBase64 } from '../../media/base64.ts';
import { toast } from '../../notices/toasts.ts';
import s from '../inspector.module.css';
import { type BodyMode, bodyModes } from './body-modes.ts';
import { saveBody, useBodyText } from './use-body-text.ts';

interface BodySwitchProps {
  mode: BodyMode;
  modes: readonly BodyMode[];
  onModeChange: (mode: BodyMode) => void;
}

/** Returns the mode of a body: the user's selection while it makes sense for the media type, else the best one. */
export function useBodyMode(mediaType: string | null): BodySwitchProps {
  const [chosen, setChosen] = useState<BodyMode | null>(null);
  const modes = bodyModes(mediaType);
  return { mode: chosen && modes.includes(chosen) ? chosen : (modes[0] ?? 'text'), modes, onModeChange: setChosen };
}

export function BodySwitch({ mode, modes, onModeChange }: BodySwitchProps) {
  const t = useStrings().wire;
  return (
    <Segmented
      label={t.bodyForm}
      value={mode}
      onValueChange={onModeChange}
      options={modes.map((value) => ({ value, label: t.bodyModes[value] }))}
    />
  );
}

interface RecordedBodyProps {
  exchangeId: string;
  side: 'request' | 'response';
  sizeBytes: number;
  mode: BodyMode;
}

/** A recorded body of any size: only the visible part is fetched. Another exchange must be another element. */
export function RecordedBody({ exchangeId, side, sizeBytes, mode }: RecordedBodyProps) {
  const t = useStrings().wire;
  const [read] = useState(() => async (offset: number, length: number) => {
    const window = await client.exchanges.body({ id: exchangeId, side, offset, length });
    return fromBase64(window.base64);
  });
  if (sizeBytes === 0) return <p className={s.nothing}>{t.noBody}</p>;
  if (mode === 'hex')
    return (
      <HexView
        sizeBytes={sizeBytes}
        read={read}
        label={t.bodyOf[side]}
        loadingText={t.loading}
        failedText={t.bodyFailed}
        className={s.fill}
      />
    );
  return <BodyText exchangeId={exchangeId} side={side} sizeBytes={sizeBytes} mode={mode} />;
}

interface BodyTextProps {
  exchangeId: string;
  side: 'request' | 'response';
  sizeBytes: number;
  mode: 'json' | 'text';
}

/** Larger JSON is formatted only on request: it takes time and much memory. */
const jsonLimitBytes = 6_000_000;

/** Larger texts do not fit into one string of the page with room to spare. */
const textLimitBytes = 250_000_000;

/** A body as text or as indented JSON. Says what has not been read yet, which can be read further or saved. */
function BodyText({ exchangeId, side, sizeBytes, mode }: BodyTextProps) {
  const t = useStrings().wire;
  const body = useBodyText(exchangeId, side, sizeBytes);
  const [wantsIndent, setWantsIndent] = useState(false);
  const { text, loadedBytes, recordedBytes, failure } = body;
  const isWhole = recordedBytes !== null && loadedBytes >= recordedBytes;
  const mayIndent = mode === 'json' && isWhole && (sizeBytes <= jsonLimitBytes || wantsIndent);
  if (recordedBytes === 0) return <p className={s.nothing}>{t.bodyGone}</p>;
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
      {isWhole && recordedBytes < sizeBytes && (
        <Note intent="warn">{t.partKept(formatBytes(recordedBytes), formatBytes(sizeBytes))}</Note>
      )}
      {!isWhole && loadedBytes > 0 && (
        <PartOfBody exchangeId={exchangeId} side={side} sizeBytes={sizeBytes} body={body} />
      )}
      {mode === 'json' && isWhole && !mayIndent && (
        <Note
          action={
            <Button size="sm" onClick={() => setWantsIndent(true)}>
              {t.formatAnyway}
            </Button>
          }
        >
          {t.largeJson(formatBytes(sizeBytes))}
        </Note>
      )}
      <CodeView
        text={text}
        language={mode === 'json' ? 'json' : 'text'}
        indented={mayIndent}
        wrap
        label={t.bodyOf[side]}
        labels={t.code}
        onCopy={() => toast({ intent: 'ok', title: t.copied })}
        className={s.fill}
      />
    </>
  );
}

type Body = ReturnType<typeof useBodyText>;

function PartOfBody({ exchangeId, side, sizeBytes, body }: Omit<BodyTextProps, 'mode'> & { body: Body }) {
  const t = useStrings().wire;
  const { loadedBytes, receivedBytes, isReading, readMore, readAll } = body;
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
      {t.partOfBody(formatBytes(isReading ? receivedBytes : loadedBytes), formatBytes(sizeBytes))}
    </Note>
  );
}
