import { EyeOff } from 'lucide-react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { BodySwitch, useBodyMode } from '../../../lib/inspector/body/body-switch.tsx';
import { RecordedBody } from '../../../lib/inspector/body/recorded-body.tsx';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { BodyBar } from './body-bar.tsx';
import s from './detail.module.css';
import { HeaderList } from './header-list.tsx';
import { headerOrigin, mask } from './header-origins.ts';

/** A refusal this short is shown below what it refused. */
const shortAnswerBytes = 4000;

/** The request as it left: line, headers with who put them in, body, and below it a short refusal. */
export function SentTab({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().wireDetail.sent;
  const { request, response, state, id } = exchange;
  const { data: connections } = useCall('connections', 'list', {});
  const connection = connections?.find((one) => one.id === exchange.connectionId);
  const body = useBodyMode(request.mediaType);
  const answer = useBodyMode(response?.mediaType ?? null);
  const maskedCount = request.headers.filter(([, value]) => value.includes(mask)).length;
  const words = (name: string, value: string) => {
    const origin = headerOrigin(name, value, exchange, connection);
    if (origin === 'key') return exchange.keyAlias === null ? null : t.from.key(exchange.keyAlias);
    return origin && t.from[origin];
  };
  const showsAnswer =
    state === 'failed' && response && response.bodyBytes > 0 && response.bodyBytes <= shortAnswerBytes;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.line}>
      <section className={s.section}>
        <h3>{t.line}</h3>
        <p className={s.line}>
          <Method>{exchange.method}</Method> <Address address={exchange.address} />
        </p>
      </section>
      <section className={s.section}>
        <h3>
          {t.headers}
          {maskedCount > 0 && (
            <button type="button" {...tip(t.maskedTip)}>
              <Badge icon={<Icon of={EyeOff} size="xs" />}>{t.masked(maskedCount)}</Badge>
            </button>
          )}
        </h3>
        <HeaderList headers={request.headers} note={words} />
      </section>
      {request.bodyBytes === 0 ? (
        <p className={s.nothing}>{t.noBody}</p>
      ) : (
        <div className={s.body}>
          <BodyBar title={t.body} note={t.asComposed(formatNumber(request.bodyBytes))} exchangeId={id} side="request">
            <BodySwitch {...body} />
          </BodyBar>
          <RecordedBody exchangeId={id} side="request" sizeBytes={request.bodyBytes} mode={body.mode} />
        </div>
      )}
      {showsAnswer && (
        <div className={classes(s.body, s.small)}>
          <BodyBar title={t.answer} exchangeId={id} side="response" />
          <RecordedBody
            exchangeId={id}
            side="response"
            sizeBytes={response.bodyBytes}
            mode={answer.mode === 'hex' ? 'text' : answer.mode}
          />
        </div>
      )}
    </section>
  );
}

/** The host is always the same; what is asked stands out. */
function Address({ address }: { address: string }) {
  const url = URL.parse(address);
  if (!url) return address;
  return (
    <>
      <span className={s.host}>{url.origin}</span>
      <span className={s.path}>{address.slice(url.origin.length)}</span>
    </>
  );
}
