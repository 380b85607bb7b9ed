import { FailureText } from '../../lib/failure-text.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useAsk } from '../../lib/query.ts';
import { useStrings } from '../../lib/strings.ts';
import { BodySwitch, useBodyMode } from '../../lib/wire/body-switch.tsx';
import { MessageView } from '../../lib/wire/message-view.tsx';
import { RecordedBody } from '../../lib/wire/recorded-body.tsx';
import u from '../../lib/wire/unlit.module.css';
import { Unlit } from '../../lib/wire/unlit.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/note.tsx';

/** The answer as it came: status line, headers with their duplicates, and the body. */
export function ResponseTab({ exchangeId }: { exchangeId: string | null }) {
  const t = useStrings().wire;
  const { data } = useAsk('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
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
