import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import s from './detail.module.css';
import { HeaderList } from './header-list.tsx';

type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of both messages, as they were. */
export function HeadersTab({ exchange: { request, response } }: { exchange: ExchangeDetail }) {
  const t = useStrings().wireDetail;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.tabs.headers}>
      <Part title={t.headersDown(response?.headers.length ?? 0)} headers={response?.headers ?? []} />
      {!response && <p className={s.nothing}>{t.noHeaders}</p>}
      <Part title={t.headersUp(request.headers.length)} headers={request.headers} />
    </section>
  );
}

function Part({ title, headers }: { title: string; headers: Headers }) {
  const t = useStrings();
  return (
    <section className={s.section}>
      <h3>
        {title}
        {headers.length > 0 && (
          <CopyButton
            text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            labels={{ copy: t.wireDetail.copyHeaders, copied: t.wire.copied, failed: t.wire.copyFailed }}
          />
        )}
      </h3>
      <HeaderList headers={headers} />
    </section>
  );
}
