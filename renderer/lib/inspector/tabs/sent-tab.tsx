import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { useCall } from '../../client/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import { BodySwitch, RecordedBody, useBodyMode } from '../body/recorded-body.tsx';
import { headerOrigin, mask } from '../header-origins.ts';
import s from '../inspector.module.css';
import { MessageBody, MessageView } from '../message-view.tsx';

/** A refusal this short is shown below the request. */
const shortRefusalBytes = 4000;

interface SentTabProps {
  exchange: ExchangeDetail;
  compact: boolean;
  /** Above the head. */
  lead: ReactNode;
}

/** The request as it was sent: line, headers with their source, body, and where there is room a short refusal below. */
export function SentTab({ exchange, compact, lead }: SentTabProps) {
  const t = useStrings().inspector.sent;
  const { request, response, state, id } = exchange;
  const { data: connections } = useCall('connections', 'list', {});
  const connection = connections?.find((one) => one.id === exchange.connectionId);
  const body = useBodyMode(request.mediaType);
  const refusal = useBodyMode(response?.mediaType ?? null);
  const maskedCount = request.headers.filter(([, value]) => value.includes(mask)).length;
  const note = (name: string, value: string) => {
    const origin = headerOrigin(name, value, exchange, connection);
    if (origin === 'key') return exchange.keyAlias === null ? null : t.from.key(exchange.keyAlias);
    return origin && t.from[origin];
  };
  const showsRefusal =
    !compact && state === 'failed' && response && response.bodyBytes > 0 && response.bodyBytes <= shortRefusalBytes;
  return (
    <MessageView
      compact={compact}
      notice={lead}
      line={
        <>
          <Method>{exchange.method}</Method> <Address address={exchange.address} />
        </>
      }
      headers={request.headers}
      note={note}
      badge={
        maskedCount > 0 && (
          <button type="button" {...tip(t.maskedTip)}>
            <Badge icon={<Icon of={EyeOff} size="xs" />}>{t.masked(maskedCount)}</Badge>
          </button>
        )
      }
    >
      {request.bodyBytes === 0 ? (
        <p className={s.nothing}>{t.noBody}</p>
      ) : (
        <MessageBody
          title={t.body}
          note={t.asComposed(formatNumber(request.bodyBytes))}
          recorded={{ exchangeId: id, side: 'request' }}
          actions={<BodySwitch {...body} />}
        >
          <RecordedBody exchangeId={id} side="request" sizeBytes={request.bodyBytes} mode={body.mode} />
        </MessageBody>
      )}
      {showsRefusal && (
        <MessageBody title={t.answer} recorded={{ exchangeId: id, side: 'response' }} small>
          <RecordedBody
            exchangeId={id}
            side="response"
            sizeBytes={response.bodyBytes}
            mode={refusal.mode === 'hex' ? 'text' : refusal.mode}
          />
        </MessageBody>
      )}
    </MessageView>
  );
}

/** The host is always the same; the path and query stand out. */
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
