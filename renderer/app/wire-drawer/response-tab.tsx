import { useCall } from '../../lib/client/query.ts';
import { FailureText } from '../../lib/failures/failure-text.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { BodySwitch, useBodyMode } from '../../lib/inspector/body/body-switch.tsx';
import { MessageView } from '../../lib/inspector/body/message-view.tsx';
import { RecordedBody } from '../../lib/inspector/body/recorded-body.tsx';
import u from '../../lib/inspector/unlit.module.css';
import { Unlit } from '../../lib/inspector/unlit.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Note } from '../../ui/feedback/note.tsx';

/** The answer as it came: status line, headers with their duplicates, and the body. */
export function ResponseTab({ exchangeId }: { exchangeId: string | null }) {
  const t = useStrings().wire;
  const { data } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  const body = useBodyMode(data?.response?.mediaType ?? null);
  if (!data) return <Unlit tab="response" />;
  const { response, failure } = data;
  if (!response)
    return (
      <p className={u.unlit}>
        <b>{data.state === 'running' ? t.noResponseYet : t.noResponse}</b>
        {failure && <FailureText failure={failure} alone />}
      </p>
    );
  return (
    <MessageView
      notice={
        failure && (
          <Note intent={response.status >= 400 ? 'bad' : 'odd'}>
            <FailureText failure={failure} alone brief />
          </Note>
        )
      }
      line={
        <>
          HTTP/{response.httpVersion} <Badge intent={response.status >= 400 ? 'bad' : 'ok'}>{response.status}</Badge>{' '}
          {response.statusText}
        </>
      }
      headers={response.headers}
      bodyTitle={t.bodyBytes(formatNumber(response.bodyBytes))}
      bodyActions={response.bodyBytes > 0 && <BodySwitch {...body} />}
    >
      <RecordedBody
        key={data.id}
        exchangeId={data.id}
        side="response"
        sizeBytes={response.bodyBytes}
        mode={body.mode}
      />
    </MessageView>
  );
}
