import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import { BodySwitch, RecordedBody } from '../body/recorded-body.tsx';
import s from '../inspector.module.css';
import { CopyHeaders, HeaderList, MessageBody } from '../message-view.tsx';

/** The response byte for byte: status line, headers, body; nothing folded, nothing indented. */
export function RawTab({ exchange: { id, response } }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const [mode, setMode] = useState<'text' | 'hex'>('text');
  if (!response) return <p className={s.nothing}>{t.inspector.raw.none}</p>;
  const head = [
    `HTTP/${response.httpVersion} ${response.status} ${response.statusText}`.trimEnd(),
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.inspector.raw.label}>
      <div className={s.rawHead}>
        <pre>{head}</pre>
        <CopyButton
          text={head}
          labels={{ copy: t.wire.copyHeaders, copied: t.wire.copied, failed: t.wire.copyFailed }}
        />
      </div>
      {response.bodyBytes === 0 ? (
        <p className={s.nothing}>{t.inspector.response.empty}</p>
      ) : (
        <MessageBody
          title={t.wire.bodyBytes(formatNumber(response.bodyBytes))}
          recorded={{ exchangeId: id, side: 'response' }}
          actions={
            <BodySwitch mode={mode} modes={['text', 'hex']} onModeChange={(next) => next !== 'json' && setMode(next)} />
          }
        >
          <RecordedBody exchangeId={id} side="response" sizeBytes={response.bodyBytes} mode={mode} />
        </MessageBody>
      )}
    </section>
  );
}

/** Headers of both messages, unchanged. */
export function HeadersTab({ exchange: { request, response } }: { exchange: ExchangeDetail }) {
  const t = useStrings().inspector;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.tabs.headers}>
      <Part title={t.headersDown(response?.headers.length ?? 0)} headers={response?.headers ?? []} />
      {!response && <p className={s.nothing}>{t.noHeaders}</p>}
      <Part title={t.headersUp(request.headers.length)} headers={request.headers} />
    </section>
  );
}

function Part({ title, headers }: { title: string; headers: ExchangeDetail['request']['headers'] }) {
  return (
    <section className={s.section}>
      <h3>
        {title}
        {headers.length > 0 && <CopyHeaders headers={headers} />}
      </h3>
      <HeaderList headers={headers} />
    </section>
  );
}
