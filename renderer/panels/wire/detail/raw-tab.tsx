import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { BodySwitch } from '../../../lib/inspector/body/body-switch.tsx';
import { RecordedBody } from '../../../lib/inspector/body/recorded-body.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { BodyBar } from './body-bar.tsx';
import s from './detail.module.css';

/** The answer as its bytes were: status line, headers, body; nothing folded, nothing indented. */
export function RawTab({ exchange: { id, response } }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const [mode, setMode] = useState<'text' | 'hex'>('text');
  if (!response) return <p className={s.nothing}>{t.wireDetail.raw.none}</p>;
  const head = [
    `HTTP/${response.httpVersion} ${response.status} ${response.statusText}`.trimEnd(),
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.wireDetail.raw.label}>
      <div className={s.rawHead}>
        <pre>{head}</pre>
        <CopyButton
          text={head}
          labels={{ copy: t.wireDetail.copyHeaders, copied: t.wire.copied, failed: t.wire.copyFailed }}
        />
      </div>
      {response.bodyBytes === 0 ? (
        <p className={s.nothing}>{t.wireDetail.response.empty}</p>
      ) : (
        <div className={s.body}>
          <BodyBar title={t.wire.bodyBytes(formatNumber(response.bodyBytes))} exchangeId={id} side="response">
            <BodySwitch mode={mode} modes={['text', 'hex']} onModeChange={(next) => next !== 'tree' && setMode(next)} />
          </BodyBar>
          <RecordedBody exchangeId={id} side="response" sizeBytes={response.bodyBytes} mode={mode} />
        </div>
      )}
    </section>
  );
}
