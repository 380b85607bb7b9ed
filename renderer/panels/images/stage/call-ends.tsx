import { useEffect } from 'react';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import type { Setting } from '../../../lib/gateway/parameters/request-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { BreakLine } from '../../../ui/text/break-line.tsx';
import { changeParameter, chooseFieldStyle, useForm } from '../form.ts';
import { convertStored } from '../image-files/read-image.ts';
import { imageStore, sendAgain } from '../images.ts';
import { maskOn, putMask } from '../mask/masks.ts';
import {
  type Call,
  type Generation,
  type ImageTask,
  isEmpty,
  mayRepeat,
  needsWords,
  showsFailure,
} from '../model/generation.ts';
import { countRequested, type ImageSpec, type InputImage } from '../model/image-spec.ts';
import { isAboutInput, type Remedy, remediedFields, remediesFor } from '../model/remedies.ts';

/** Explains how the calls of a generation ended, where needed; the best next step comes first. */
export function CallEnds({ generation }: { generation: Generation }) {
  const failed = generation.calls.filter(showsFailure);
  const alike = (call: Call) => failed.filter((other) => causeOf(other) === causeOf(call));
  return (
    <>
      {generation.calls.map(
        ({ task, state }, index) =>
          task &&
          state !== 'running' && <CallTask key={task.taskId} generationId={generation.id} index={index} task={task} />,
      )}
      {generation.calls.map(
        (call, index) =>
          needsWords(call) &&
          (!failed.includes(call) || alike(call)[0] === call) && (
            <CallEnd
              // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other identity and never change their order
              key={index}
              generation={generation}
              call={call}
              alike={alike(call).length}
              isFirst={call === failed[0]}
            />
          ),
      )}
    </>
  );
}

/** Failures of the same kind in the same words have one cause. */
const causeOf = ({ failure, warnings }: Call): string =>
  JSON.stringify([failure?.code, failure?.status, failure?.gatewayMessage ?? failure?.message, warnings]);

/** Reports a failure about a file as such, even if the gateway names a parameter. */
const failureToShow = (failure: Failure): Failure =>
  failure.code === 'parameter' && isAboutInput(failure) ? { ...failure, code: 'unsupported-media', hint: '' } : failure;

interface CallEndProps {
  generation: Generation;
  call: Call;
  /** Calls that failed in the same way: one card stands for all of them. */
  alike: number;
  isFirst: boolean;
}

function CallEnd({ generation, call, alike, isFirst }: CallEndProps) {
  const words = useStrings();
  const t = words.images;
  const { failure, state, pictures, previews, warnings, exchangeId } = call;
  const { order } = generation;
  const limits = useLimits(failure ? order.connectionId : null, order.routeId, order.model);
  const remedies = remediesFor(order, failure, limits);
  const [remedy] = remedies;
  const remedied = useAction(sendRemedied);
  return (
    <>
      {failure && state === 'interrupted' && previews.length > 0 && <BreakLine>{t.result.broke}</BreakLine>}
      {showsFailure(call) && failure && (
        <FailureCard
          failure={failureToShow(failure)}
          title={remedy && titleOf(remedy, order, t)}
          exchangeId={exchangeId}
          sent={call.sent}
          announce={isFirst}
          note={alike > 1 ? t.result.alike(alike, generation.calls.length) : undefined}
          actions={[
            ...remedies.map((one, index) => ({
              label: labelOf(one, index > 0, order, t),
              intent: index === 0 ? ('primary' as const) : undefined,
              onSelect: () => void remedied.run(generation, one),
            })),
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
      {remedy?.kind === 'field-style' && <Note intent="warn">{t.fieldStyle.refused}</Note>}
      {state === 'cancelled' && <Note>{pictures.length > 0 ? t.result.stoppedKept : t.result.stopped}</Note>}
      {isEmpty(call) && !failure && state !== 'cancelled' && (
        <ErrorCard
          intent="odd"
          title={t.result.noPicture}
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

type Words = ReturnType<typeof useStrings>['images'];

/** Names the true cause: what the gateway did not take. */
function titleOf(remedy: Remedy, { fields }: ImageSpec, { remedy: t }: Words): string {
  switch (remedy.kind) {
    case 'value':
      return t.rejectedValue(remedy.field, remedy.refused);
    case 'without':
      return t.rejectedField(remedy.field);
    case 'separate':
      return t.rejectedCount(countRequested({ fields }));
    case 'convert':
      return t.rejectedFormat;
    case 'field-style':
      return t.rejectedStyle;
  }
}

/** @param isOther it is beside the best remedy, whose words say the rest. */
function labelOf(remedy: Remedy, isOther: boolean, { fields }: ImageSpec, { remedy: t, fieldStyle }: Words): string {
  switch (remedy.kind) {
    case 'value': {
      const value = remedy.field === 'output_format' ? remedy.value.toUpperCase() : remedy.value;
      return isOther ? value : remedy.field === 'output_format' ? t.as(value) : t.with(value);
    }
    case 'without':
      return t.without(remedy.field);
    case 'separate':
      return t.separate(countRequested({ fields }));
    case 'convert':
      return t.convert;
    case 'field-style':
      return fieldStyle.switchTo[remedy.style];
  }
}

/**
 * Sends a refused request again with a change; the form is changed too, so that the next request is accepted.
 *
 * @throws AppError when an image cannot be converted or stored; nothing was sent then.
 */
async function sendRemedied(generation: Generation, remedy: Remedy): Promise<void> {
  const { order: spec } = generation;
  switch (remedy.kind) {
    case 'field-style':
      chooseFieldStyle(spec.connectionId, remedy.style);
      return sendAgain(generation, { fieldStyle: remedy.style });
    case 'separate':
      useForm.setState({ split: true });
      return sendAgain(generation, { split: true });
    case 'convert':
      return sendAgain(generation, { inputs: await convertInputs(spec.inputs, remedy.format) });
    default: {
      const { field } = remedy;
      const fields = remediedFields(spec.fields, remedy);
      const value = (fields[field] ?? spec.fields[field]) as Setting['value'];
      changeParameter(spec.family, field, { on: field in fields, value });
      return sendAgain(generation, { fields });
    }
  }
}

/** Converts images in their own size, in the form too; what was painted on one stays on it. */
async function convertInputs(inputs: readonly InputImage[], format: 'png' | 'jpeg'): Promise<InputImage[]> {
  const converted = new Map<string, InputImage>();
  for (const { file } of inputs) converted.set(file.id, await convertStored(file, format));
  for (const [id, { file }] of converted) putMask(file.id, maskOn(id));
  const inPlace = (of: readonly InputImage[]) => of.map((input) => converted.get(input.file.id) ?? input);
  useForm.setState((form) => ({ inputs: inPlace(form.inputs) }));
  return inPlace(inputs);
}

interface CallTaskProps {
  generationId: string;
  index: number;
  task: ImageTask;
}

/** What became of the task that a gateway made of a call; its images are added once they are saved. */
function CallTask({ generationId, index, task }: CallTaskProps) {
  const t = useStrings().images.task;
  const follow = useAction(() => imageStore().late.followTask(generationId, index));
  const { data, error } = useCall('tasks', 'get', { id: task.rowId ?? '' }, { enabled: task.rowId !== null });
  const result = data?.result;
  useEffect(() => {
    if (result?.state === 'saved' && result.file)
      imageStore()
        .late.takeResults(generationId, index, filesOf(result))
        .catch(() => undefined);
  }, [result, generationId, index]);
  if (task.rowId === null || error)
    return (
      <Note
        intent={follow.failure ? 'warn' : 'neutral'}
        action={
          <Button size="sm" onClick={() => void follow.run()}>
            {t.track}
          </Button>
        }
      >
        {t.accepted(task.taskId)} {follow.failure && <FailureText failure={follow.failure} />}
      </Note>
    );
  if (result?.state === 'saved') return null;
  const ended = data?.failure ?? result?.failure ?? null;
  const isOver = ended !== null && (data?.endedAt ?? null) !== null;
  const failure = ended ?? data?.paused?.failure ?? null;
  return (
    <Note
      intent={isOver ? 'bad' : failure ? 'warn' : 'live'}
      action={
        <Button size="sm" intent="quiet" onClick={() => goTo('video')}>
          {t.open}
        </Button>
      }
    >
      <span role="status">
        {isOver
          ? t.failed(task.taskId)
          : t.following(task.taskId, data?.statusWord ?? task.statusWord, data?.progress ?? null)}
      </span>{' '}
      {failure && <FailureText failure={failure} />}
    </Note>
  );
}

/** A task may have several results. */
function filesOf({ file, more = [] }: TaskDetail['result'] & { more?: NonNullable<TaskDetail['result']['file']>[] }) {
  return file ? [file, ...more] : [];
}
