import { asList, asRecord, asText, isRecord, type JsonRecord } from '../json-value.ts';
import type { Reply, Step } from '../responses/reply.ts';
import { andThen, breakOff, mapDocuments, mapSteps, withSteps } from '../responses/steps.ts';
import { doneSign, inBandError, withoutFinish } from './cuts-and-stalls.ts';
import { dialectFault, type Effect, faultsOf } from './fault.ts';

const responses = dialectFault('responses');

/** Changes the response object inside an event, or the whole response. */
const mapResponse = (reply: Reply, change: (response: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => {
    if (!isRecord(document)) return document;
    return isRecord(document.response)
      ? { ...document, response: change(document.response) }
      : document.object === 'response'
        ? change(document)
        : document;
  });

/** Changes every nth content event of a stream. */
const everyNth = (reply: Reply, nth: number, change: (step: Step) => Step[]): Reply =>
  withSteps(reply, (steps) => {
    let content = 0;
    return mapSteps(steps, (step) =>
      step.do === 'send' && step.mark === 'text' && ++content % nth === 0 ? change(step) : [step],
    );
  });

const renameEvents = (reply: Reply, rename: (type: string | undefined) => string | undefined): Reply =>
  withSteps(reply, (steps) =>
    mapSteps(steps, (step) => {
      if (step.do !== 'send') return [step];
      const { event, ...rest } = step;
      const renamed = rename(event);
      return [renamed === undefined ? rest : { ...rest, event: renamed }];
    }),
  );

const error = { code: 'server_error', message: 'The model failed while it answered' };

/** Returns an event that ends the stream: the error is in a field, or flat beside the type. */
const errorEvent = (isNested: boolean): Step => ({
  do: 'send',
  mark: 'frame',
  event: 'error',
  document: { type: 'error', sequence_number: 99, ...(isNested ? { error } : { ...error, param: null }) },
});

const objectArguments = (item: JsonRecord): JsonRecord =>
  item.type === 'function_call' && item.arguments ? { ...item, arguments: JSON.parse(asText(item.arguments)) } : item;

const mapItems = (reply: Reply, change: (item: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(
    mapResponse(reply, (response) => ({
      ...response,
      output: asList(response.output).map((item) => change(asRecord(item))),
    })),
    (document) =>
      isRecord(document) && isRecord(document.item) ? { ...document, item: change(document.item) } : document,
  );

/** Returns the error of the stream, with the closest equivalent on the other text routes. */
const failing = (isNested: boolean): Effect => ({
  alter(reply) {
    if (reply.form === 'json') return withSteps(reply, () => [inBandError(reply)]);
    return breakOff(reply, reply.dialect === 'responses' ? errorEvent(isNested) : inBandError(reply));
  },
});

/** Quirks of the responses protocol. */
export const responsesFaults = faultsOf(
  `
  responses-float-created | responses | Fractional creation time | The creation time is a number with a fraction.
  responses-missing-terminal | responses | No completed event | All text arrives, but the completed event is missing.
  responses-nested-error | responses | Error event with an object | The stream ends with an error event whose error is an object.
  responses-flat-error | responses | Flat error event | The stream ends with an error event with code and message at the top level.
  responses-failed | responses | Failed response | The response ends with the status failed and an error.
  responses-empty-output | responses | Completed without output | The deltas arrive, but the completed response repeats none of them.
  responses-gap | responses | Missing events | Some events are missing, as the sequence numbers show.
  responses-duplicate | responses | Duplicate events | Some events arrive twice with the same sequence number.
  responses-unnumbered | responses | No sequence numbers | The events have no sequence numbers.
  responses-nameless | responses | No event names | The events have no name lines; only the JSON shows their type.
  responses-stale-names | responses | Wrong event names | The name line of each event is message.
  responses-done | responses | [DONE] at the end | The stream ends with the [DONE] of the chat route.
  responses-legacy-reasoning | responses | Old reasoning events | The reasoning arrives in events with their old names.
  responses-arguments-object | responses | Tool arguments as an object | The arguments of a tool call are an object instead of a string.
`,
  {
    'responses-float-created': responses((reply) =>
      mapResponse(reply, (response) => ({ ...response, created_at: 1_785_500_000.25 })),
    ),
    'responses-missing-terminal': withoutFinish,
    'responses-nested-error': failing(true),
    'responses-flat-error': failing(false),
    'responses-failed': responses((reply) => {
      const failed = mapDocuments(
        reply,
        (document) => ({
          ...asRecord(document),
          ...('object' in asRecord(document)
            ? { status: 'failed', error }
            : {
                type: 'response.failed',
                response: { ...asRecord(asRecord(document).response), status: 'failed', error },
              }),
        }),
        'finish',
        'whole',
      );
      return renameEvents(failed, (type) => (type === 'response.completed' ? 'response.failed' : type));
    }),
    'responses-empty-output': responses((reply) =>
      mapDocuments(
        reply,
        (document) => {
          const event = asRecord(document);
          return { ...event, response: { ...asRecord(event.response), output: [] } };
        },
        'finish',
      ),
    ),
    'responses-gap': (reply) => everyNth(reply, 7, () => []),
    'responses-duplicate': (reply) => everyNth(reply, 5, (step) => [step, step]),
    'responses-unnumbered': responses((reply) =>
      mapDocuments(reply, (document) => {
        const { sequence_number: _, ...event } = asRecord(document);
        return event;
      }),
    ),
    'responses-nameless': responses((reply) => renameEvents(reply, () => undefined)),
    'responses-stale-names': responses((reply) => renameEvents(reply, () => 'message')),
    'responses-done': responses((reply) => andThen(reply, ...doneSign(reply))),
    'responses-legacy-reasoning': responses(
      (reply) =>
        mapDocuments(
          renameEvents(reply, (type) => type?.replace('reasoning_summary_text', 'reasoning_summary')),
          (document) => ({
            ...asRecord(document),
            type: asText(asRecord(document).type).replace('reasoning_summary_text', 'reasoning_summary'),
          }),
          'reasoning',
        ),
      { voice: 'reasoner' },
    ),
    'responses-arguments-object': responses((reply) => mapItems(reply, objectArguments), { voice: 'tools' }),
  },
);
