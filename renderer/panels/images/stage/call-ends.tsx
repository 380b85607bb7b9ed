import type { Failure } from '#shared/protocol/failure.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { BreakLine } from '../../../ui/text/break-line.tsx';
import { sendAgain } from '../composer/send-order.ts';
import { sendRemedied } from '../composer/send-remedied.ts';
import { chooseFieldStyle } from '../form.ts';
import { requestedStyle } from '../model/field-refusal.ts';
import type { Call, Generation } from '../model/generation.ts';
import { isAboutInput, remedyFor } from '../model/remedy.ts';
import { mayRepeat, showsFailure } from './failure-shown.ts';

/** How the calls of a generation ended, where that needs a word; the best next step first. */
export function CallEnds({ generation }: { generation: Generation }) {
  const failed = generation.calls.filter(showsFailure);
  return (
    <>
      {generation.calls.map((call, index) =>
        call.state === 'running' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name and never change places
          <CallEnd key={index} generation={generation} call={call} isFirst={call === failed[0]} />
        ),
      )}
    </>
  );
}

/** What the gateway says of a file is about the file, though it names a parameter. */
const shownFailure = (failure: Failure): Failure =>
  failure.code === 'parameter' && isAboutInput(failure) ? { ...failure, code: 'unsupported-media', hint: '' } : failure;

function CallEnd({ generation, call, isFirst }: { generation: Generation; call: Call; isFirst: boolean }) {
  const t = useStrings().images;
  const { failure, state, pictures, previews, texts, warnings, exchangeId } = call;
  const { order } = generation;
  const isEmpty = state !== 'failed' && pictures.length === 0 && texts.every((text) => text === '');
  const style = requestedStyle(order, failure);
  const limits = useLimits(failure ? order.connectionId : null, order.routeId, order.model);
  const remedy = style ? null : remedyFor(order, failure, limits);
  const remedied = useAction(sendRemedied);
  const isLegacy = order.routeId === 'edits' && [400, 404, 405, 500].includes(failure?.status ?? 0);
  return (
    <>
      {failure && state === 'interrupted' && previews.length > 0 && <BreakLine>{t.result.broke}</BreakLine>}
      {showsFailure(call) && failure && (
        <FailureCard
          failure={shownFailure(failure)}
          exchangeId={exchangeId}
          sent={call.sent}
          announce={isFirst}
          actions={[
            ...(style
              ? [
                  {
                    label: t.fieldStyle.switchTo[style],
                    intent: 'primary' as const,
                    onSelect: () => {
                      chooseFieldStyle(order.connectionId, style);
                      sendAgain(generation, { fieldStyle: style });
                    },
                  },
                ]
              : []),
            ...(remedy
              ? [
                  {
                    label: remedy.kind === 'value' ? t.remedy.value(remedy.value) : t.remedy.png,
                    intent: 'primary' as const,
                    onSelect: () => void remedied.run(generation, remedy),
                  },
                ]
              : []),
            ...(isFirst && mayRepeat(call) ? [{ label: t.result.again, onSelect: () => sendAgain(generation) }] : []),
          ]}
        />
      )}
      {remedied.failure && (
        <Note intent="warn">
          <FailureText failure={remedied.failure} />
        </Note>
      )}
      {style && <Note intent="warn">{t.fieldStyle.refused}</Note>}
      {isLegacy && <Note intent="warn">{t.legacyRefused}</Note>}
      {state === 'cancelled' && <Note>{pictures.length > 0 ? t.result.stoppedKept : t.result.stopped}</Note>}
      {isEmpty && !failure && state !== 'cancelled' && (
        <ErrorCard
          intent="odd"
          title={order.routeId === 'edits' ? t.result.noText : t.result.noPicture}
          actions={[{ label: t.result.again, onSelect: () => sendAgain(generation) }]}
          {...(exchangeId
            ? { wire: { label: t.result.wire, onSelect: () => openWireRecord(exchangeId, 'response') } }
            : {})}
        >
          <p>{t.result.noPictureBody}</p>
        </ErrorCard>
      )}
      {warnings.map(({ code, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no other name and never change places
        <Note key={`${code} ${index}`} intent="odd">
          {code === 'task' ? t.result.task(message) : message}
        </Note>
      ))}
    </>
  );
}
