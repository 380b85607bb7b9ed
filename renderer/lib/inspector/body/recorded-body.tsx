import { useState } from 'react';
import { HexView } from '../../../ui/code/hex-view.tsx';
import { client } from '../../client/client.ts';
import { useStrings } from '../../i18n/strings.ts';
import { type BodyMode, bytesOf } from './body-modes.ts';
import { BodyText } from './body-text.tsx';
import s from './message-view.module.css';

export interface RecordedBodyProps {
  exchangeId: string;
  side: 'request' | 'response';
  sizeBytes: number;
  mode: BodyMode;
}

/** A recorded body of any size: only what is looked at is fetched. Another exchange is another element. */
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
        label={t.bodyOf[side]}
        loadingText={t.loading}
        failedText={t.bodyFailed}
        className={s.fill}
      />
    );
  return <BodyText exchangeId={exchangeId} side={side} sizeBytes={sizeBytes} mode={mode} />;
}
