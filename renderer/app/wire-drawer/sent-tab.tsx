import { useCall } from '../../lib/client/query.ts';
import { formatNumber } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { BodySwitch, useBodyMode } from '../../lib/inspector/body/body-switch.tsx';
import { MessageView } from '../../lib/inspector/body/message-view.tsx';
import { RecordedBody } from '../../lib/inspector/body/recorded-body.tsx';
import { Unlit } from '../../lib/inspector/unlit.tsx';
import { Method } from '../../ui/feedback/method.tsx';

/** The request as it was sent and recorded. */
export function SentTab({ exchangeId }: { exchangeId: string | null }) {
  const t = useStrings().wire;
  const { data } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  const body = useBodyMode(data?.request.mediaType ?? null);
  if (!data) return <Unlit tab="sent" />;
  const { request } = data;
  return (
    <MessageView
      line={
        <>
          <Method>{data.method}</Method> {data.address}
        </>
      }
      headers={request.headers}
      bodyTitle={t.bodyBytes(formatNumber(request.bodyBytes))}
      bodyActions={request.bodyBytes > 0 && <BodySwitch {...body} />}
    >
      <RecordedBody key={data.id} exchangeId={data.id} side="request" sizeBytes={request.bodyBytes} mode={body.mode} />
    </MessageView>
  );
}
