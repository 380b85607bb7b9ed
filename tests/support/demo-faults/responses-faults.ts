import { asList, asRecord, asText, isRecord, type JsonRecord } from '#demo/json-value.ts';
import type { Reply, Step } from '#demo/responses/reply.ts';
import { breakOff, mapDocuments, mapSteps, withSteps } from '#demo/responses/steps.ts';
import { inBandError } from '#demo/scenarios/cuts-and-stalls.ts';
import { type Effect, faultsOf } from '#demo/scenarios/fault.ts';
import { error, renameEvents, responses } from '#demo/scenarios/responses-faults.ts';
import { doneSign } from './cuts-and-stalls.ts';
import { andThen } from './step-changes.ts';

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
  responses-float-created | responses
  responses-nested-error | responses
  responses-flat-error | responses
  responses-gap | responses
  responses-duplicate | responses
  responses-unnumbered | responses
  responses-nameless | responses
  responses-stale-names | responses
  responses-done | responses
  responses-legacy-reasoning | responses
  responses-arguments-object | responses
`,
  {
    'responses-float-created': responses((reply) =>
      mapResponse(reply, (response) => ({ ...response, created_at: 1_785_500_000.25 })),
    ),
    'responses-nested-error': failing(true),
    'responses-flat-error': failing(false),
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
