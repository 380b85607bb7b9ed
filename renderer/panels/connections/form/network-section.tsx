import { ConnectionHeaders } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import s from '../connections.module.css';
import { Certificates } from './certificates.tsx';
import type { SectionProps } from './form-section.ts';
import { ProxyFields } from './proxy-fields.tsx';

/** The way to the gateway: proxy, certificates, and headers that go along. */
export function NetworkSection(props: SectionProps) {
  const t = useStrings().connections;
  return (
    <section className={s.block}>
      <h2>{t.network}</h2>
      <div className={s.fields}>
        <ProxyFields {...props} />
        <Certificates {...props} />
        <ConnectionHeaders fields={props.fields} checked={props.checked} onChange={props.onChange} />
      </div>
    </section>
  );
}
