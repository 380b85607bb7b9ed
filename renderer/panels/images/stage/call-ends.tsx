import type { Failure } from '#shared/protocol/failure.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { retryAdvice } from '../../../lib/failures/retry-advice.ts';
import { addressOf } from '../../../lib/files/file-address.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { BreakLine } from '../../../ui/text/break-line.tsx';
import { sendAgain } from '../composer/send.ts';
import { chooseFieldStyle, useForm } from '../form.ts';
import type { Call, Generation } from '../model/generation.ts';
import type { InputImage } from '../model/image-order.ts';
import { putSetting } from '../model/image-settings.ts';
import { isAboutInput, type Remedy, remedyFor, requestedStyle } from '../model/refusal.ts';

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

/**
 * Sends a refused request again with the change that the gateway asked for; what is on the desk is changed alike, so that
 * the next request is accepted, too.
 *
 * @throws AppError when an image can not be converted or stored; nothing was sent then.
 */
async function sendRemedied(generation: Generation, remedy: Remedy): Promise<void> {
  const { order: spec } = generation;
  if (remedy.kind === 'value') {
    const { field } = remedy;
    const value = typeof spec.fields[field] === 'number' ? Number(remedy.value) : remedy.value;
    useForm.setState(({ settings }) => ({ settings: putSetting(settings, spec.family, field, { on: true, value }) }));
    sendAgain(generation, { fields: { ...spec.fields, [field]: value } });
    return;
  }
  const converted = new Map<string, InputImage>();
  for (const { file } of spec.inputs) converted.set(file.id, await asPngInput(file));
  const inPlace = (inputs: readonly InputImage[]) => inputs.map((input) => converted.get(input.file.id) ?? input);
  useForm.setState(({ inputs }) => ({ inputs: inPlace(inputs) }));
  sendAgain(generation, { inputs: inPlace(spec.inputs) });
}

async function asPngInput({ id, name, type }: InputImage['file']): Promise<InputImage> {
  const { asPng } = await import('../composer/remake-input.ts');
  const blob = await (await fetch(await addressOf(id))).blob();
  const { file, width, height } = await asPng(new File([blob], name, { type }));
  return { file: await admitFile(file), width, height };
}

/** The call has a card that says how it failed. */
export const showsFailure = ({ state, failure }: Call): boolean =>
  failure !== null && state !== 'running' && state !== 'cancelled';

/** The same request may succeed when it is sent again. */
export const mayRepeat = ({ failure, sent }: Call): boolean =>
  failure === null || sent === null || retryAdvice(failure, sent) !== 'change-first';
