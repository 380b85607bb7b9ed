import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { retryAdvice } from '../../../lib/failures/retry-advice.ts';
import { addressOf } from '../../../lib/files/file-address.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { putSetting } from '../../../lib/gateway/parameters/request-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { BreakLine } from '../../../ui/text/break-line.tsx';
import { chooseFieldStyle, useForm } from '../form.ts';
import { sendAgain } from '../images.ts';
import type { Call, Generation } from '../model/generation.ts';
import { type FieldStyle, fieldNameOf, type ImageSpec, type InputImage } from '../model/image-spec.ts';

/** Explains how the calls of a generation ended, where needed; the best next step comes first. */
export function CallEnds({ generation }: { generation: Generation }) {
  const failed = generation.calls.filter(showsFailure);
  return (
    <>
      {generation.calls.map(
        (call, index) =>
          needsWords(call) && (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other identity and never change their order
            <CallEnd key={index} generation={generation} call={call} isFirst={call === failed[0]} />
          ),
      )}
    </>
  );
}

/** Reports a failure about a file as such, even if the gateway names a parameter. */
const failureToShow = (failure: Failure): Failure =>
  failure.code === 'parameter' && isAboutInput(failure) ? { ...failure, code: 'unsupported-media', hint: '' } : failure;

function CallEnd({ generation, call, isFirst }: { generation: Generation; call: Call; isFirst: boolean }) {
  const t = useStrings().images;
  const { failure, state, pictures, previews, warnings, exchangeId } = call;
  const { order } = generation;
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
          failure={failureToShow(failure)}
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
            ...(isFirst && mayRepeat(call)
              ? [{ label: t.result.again, onSelect: () => sendAgain(generation), again: true }]
              : []),
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
      {isEmpty(call) && !failure && state !== 'cancelled' && (
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
        // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no other identity and never change their order
        <Note key={`${code} ${index}`} intent="odd">
          {code === 'task' ? t.result.task(message) : message}
        </Note>
      ))}
    </>
  );
}

/**
 * Sends a refused request again with the change that the gateway asked for; the form is changed too, so that the next
 * request is accepted.
 *
 * @throws AppError when an image cannot be converted or stored; nothing was sent then.
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
  const { asPng } = await import('../image-files/read-image.ts');
  const blob = await (await fetch(await addressOf(id))).blob();
  const { file, width, height } = await asPng(new File([blob], name, { type }));
  return { file: await admitFile(file), width, height };
}

/** Returns true if the end of the call is explained: it failed, was stopped, returned nothing, or came with warnings. */
export const needsWords = (call: Call): boolean =>
  call.state !== 'running' &&
  (call.failure !== null || call.state === 'cancelled' || isEmpty(call) || call.warnings.length > 0);

const isEmpty = ({ state, pictures, texts }: Call): boolean =>
  state !== 'failed' && pictures.length === 0 && texts.every((text) => text === '');

/** Returns true if a failure card is shown for the call. */
export const showsFailure = ({ state, failure }: Call): boolean =>
  failure !== null && state !== 'running' && state !== 'cancelled';

/** Returns true if the same request may succeed when it is sent again. */
export const mayRepeat = ({ failure, sent }: Call): boolean =>
  failure === null || sent === null || retryAdvice(failure, sent) !== 'change-first';

/** Statuses with which gateways refuse a form whose file fields have an unexpected name. */
const statuses = new Set([400, 415, 422, 500]);

/**
 * Returns the spelling of the file field that a refusal asks for, or `null` when the refusal is about something else. A
 * back end that knows only one spelling says that its field is missing although images were sent.
 */
export function requestedStyle(
  order: Pick<ImageSpec, 'routeId' | 'fieldStyle' | 'inputs'>,
  failure: Failure | null,
): Exclude<FieldStyle, 'auto'> | null {
  if (failure === null || order.routeId !== 'images.edits' || order.inputs.length === 0) return null;
  if (!statuses.has(failure.status ?? 0)) return null;
  const refusal = `${failure.gatewayMessage ?? ''} ${failure.message}`;
  const sent = order.fieldStyle === 'json' ? 'json' : fieldNameOf(order);
  const isMissing = /required|missing|not (?:found|provided)|expected/i.test(refusal);
  if (/multipart|form-data/i.test(refusal) && sent === 'json') return 'image';
  const named = /image\[\]/.test(`${failure.param ?? ''} ${isMissing ? refusal : ''}`)
    ? 'image[]'
    : failure.param === 'image' || /\bimage\b/i.test(refusal)
      ? 'image'
      : null;
  if (named === null || !isMissing) return null;
  if (named !== sent) return named;
  // It misses the very name that was sent: only the other spelling is left.
  return sent === 'image' ? 'image[]' : 'image';
}

/** A change with which a refused request is likely to be accepted. */
type Remedy =
  /** Another value of a parameter, one that the gateway listed as allowed. */
  | { kind: 'value'; field: string; value: string }
  /** The same images as PNG files with 8 bits per channel. */
  | { kind: 'png-inputs' };

/** Bounds such as `<= 4` are allowed values that cannot be sent. */
const isBound = (value: string) => /^[<>]=/.test(value);
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the change suggested by the refusal and the learned limits of the route; `null` when they suggest none. */
export function remedyFor(
  { routeId, fields, inputs }: Pick<ImageSpec, 'routeId' | 'fields' | 'inputs'>,
  failure: Failure | null,
  limits: readonly LearnedLimit[],
): Remedy | null {
  if (failure === null || !statuses.has(failure.status ?? 0)) return null;
  for (const { field, refused, allowed } of limits) {
    const value = allowed.find((one) => !isBound(one) && one !== refused);
    const isSent = field !== null && field in fields && plain(fields[field]) === refused;
    if (isSent && value !== undefined && (failure.param === null || failure.param === field))
      return { kind: 'value', field, value };
  }
  const refusal = `${failure.gatewayMessage ?? ''} ${failure.message}`;
  if (routeId !== 'images.edits' || inputs.length === 0 || !isAboutInput(failure)) return null;
  const wantsPng = /\bpng\b/i.test(refusal) && !/cut off|truncated|incomplete|corrupt/i.test(refusal);
  const isOther = inputs.some(({ file }) => file.type !== 'image/png') || /\bbits?\b|bit depth|mode/i.test(refusal);
  return wantsPng && isOther ? { kind: 'png-inputs' } : null;
}

/** Returns true if the refusal is about a file that was sent, and not about a parameter that could be turned off. */
const isAboutInput = ({ param, gatewayCode, gatewayMessage }: Failure): boolean =>
  param === null
    ? /image/i.test(`${gatewayCode ?? ''} ${gatewayMessage ?? ''}`)
    : /^(?:image(?:\[\d*\])?|images|mask)$/.test(param);
