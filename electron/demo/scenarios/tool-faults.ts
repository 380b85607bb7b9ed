import { asList, asRecord, asText, type JsonRecord } from '../json-value.ts';
import type { Reply, Step } from '../responses/reply.ts';
import { mapDocuments, mapSteps, type Send, withSteps } from '../responses/steps.ts';
import { changeContent, contentIn, mapChoices } from './chat-faults.ts';
import { type Alter, type Effect, faultsOf, inDialect } from './fault.ts';

/** One tool call in a delta, with what is known of the call so far. */
interface CallDelta {
  delta: JsonRecord;
  /** Index of this delta among those of its call; 0 is the head with id and name. */
  place: number;
  /** Id and name from the head. */
  head: JsonRecord;
  /** Arguments of this call up to and including this delta. */
  soFar: string;
}

/** Changes the deltas of every tool call, each with its own index; `null` drops one. */
function mapCallDeltas(reply: Reply, change: (call: CallDelta) => JsonRecord | null): Reply {
  const calls = new Map<string, { place: number; head: JsonRecord; soFar: string }>();
  const changed = (step: Send): Step[] => {
    const delta = asRecord(asList(contentIn(step.document).tool_calls)[0]);
    const choice = asRecord(asList(asRecord(step.document).choices)[0]);
    const key = `${choice.index}/${delta.index}`;
    const known = calls.get(key) ?? { place: -1, head: delta, soFar: '' };
    const call = {
      place: known.place + 1,
      head: known.head,
      soFar: known.soFar + asText(asRecord(delta.function).arguments),
    };
    calls.set(key, call);
    const result = change({ ...call, delta });
    return result === null
      ? []
      : [{ ...step, document: changeContent(step.document, (message) => ({ ...message, tool_calls: [result] })) }];
  };
  return withSteps(reply, (steps) =>
    mapSteps(steps, (step) => (step.do === 'send' && step.mark === 'tool' ? changed(step) : [step])),
  );
}

/** Changes every call of a response that is not streamed. */
const mapWholeCalls = (reply: Reply, change: (call: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(
    reply,
    (document) =>
      changeContent(document, (message) =>
        message.tool_calls
          ? { ...message, tool_calls: asList(message.tool_calls).map((call) => change(asRecord(call))) }
          : message,
      ),
    'whole',
  );

const withArguments = (call: JsonRecord, value: unknown): JsonRecord => ({
  ...call,
  function: { ...asRecord(call.function), arguments: value },
});

const withoutIndex = ({ index: _, ...delta }: JsonRecord): JsonRecord => delta;

const tool = (alter: Alter, callsTwice?: true): Effect => ({
  speaks: { voice: 'tools', ...(callsTwice && { callsTwice }) },
  alter: inDialect('chat', alter),
});

/** Delays the name until some arguments have been sent. */
const nameLate = ({ delta, place, head }: CallDelta): JsonRecord => {
  const name = asRecord(head.function).name;
  if (place === 0) return { ...delta, function: { name: null, arguments: '' } };
  if (place === 2) return { ...delta, id: null, function: { ...asRecord(delta.function), name } };
  return { ...delta, id: null, function: { ...asRecord(delta.function), name: null } };
};

/** Sends the name in two pieces, both before the arguments. */
const nameInPieces = ({ delta, place, head }: CallDelta): JsonRecord => {
  const name = asText(asRecord(head.function).name);
  const middle = Math.ceil(name.length / 2);
  if (place === 0) return { ...delta, function: { name: name.slice(0, middle), arguments: '' } };
  return place === 1 ? { ...delta, function: { name: name.slice(middle), ...asRecord(delta.function) } } : delta;
};

/** Sends the arguments whole, as an object. */
const argumentsAsObject = (reply: Reply): Reply => {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const whole = mapWholeCalls(reply, (call) => withArguments(call, parse(asText(asRecord(call.function).arguments))));
  return mapCallDeltas(whole, ({ delta, soFar, place }) => {
    const value = parse(soFar);
    return place > 0 && value === null ? null : withArguments(delta, value ?? '');
  });
};

const truncatedArguments = (reply: Reply): Reply =>
  mapCallDeltas(
    mapWholeCalls(reply, (call) => withArguments(call, asText(asRecord(call.function).arguments).slice(0, 9))),
    ({ delta, place }) => (place > 3 ? null : delta),
  );

/** The many ways in which servers get tool calls wrong. A request without tools gets one to call. */
export const toolFaults = faultsOf(
  `
  tool-no-index | chat | Tool call without an index | The chunks of a tool call don't show which call they belong to.
  tool-index-zero | chat | All tool calls at index 0 | Two tool calls follow each other, and both have index 0.
  tool-split-indexes | chat | One tool call at two indexes | The name of a call and its arguments arrive with different indexes and one ID.
  tool-name-late | chat | Late tool name | The name of a tool call arrives after the first chunks of its arguments.
  tool-name-pieces | chat | Split tool name | The name of a tool call arrives in two chunks.
  tool-head-repeated | chat | Tool name in every chunk | Every chunk of a tool call repeats its ID and its name.
  tool-args-object | chat | Arguments as an object | The arguments of a tool call are an object instead of a string.
  tool-args-snapshot | chat | Cumulative arguments | Every chunk of the arguments repeats all previous ones.
  tool-args-truncated | chat | Arguments cut off | The arguments stop in the middle, but the finish reason is normal.
  tool-args-empty | chat | No arguments | The arguments of a tool call are an empty string.
  tool-finish-stop | chat | Tool call with finish reason stop | A tool was called, but the finish reason is stop.
`,
  {
    'tool-no-index': tool((reply) => mapCallDeltas(reply, ({ delta }) => withoutIndex(delta))),
    'tool-index-zero': tool((reply) => mapCallDeltas(reply, ({ delta }) => ({ ...delta, index: 0 })), true),
    'tool-split-indexes': tool((reply) =>
      mapCallDeltas(reply, ({ delta, place, head }) => (place === 0 ? delta : { ...delta, index: 1, id: head.id })),
    ),
    'tool-name-late': tool((reply) => mapCallDeltas(reply, nameLate)),
    'tool-name-pieces': tool((reply) => mapCallDeltas(reply, nameInPieces)),
    'tool-head-repeated': tool((reply) =>
      mapCallDeltas(reply, ({ delta, head }) => ({
        ...delta,
        id: head.id,
        type: 'function',
        function: { ...asRecord(delta.function), name: asRecord(head.function).name },
      })),
    ),
    'tool-args-object': tool(argumentsAsObject),
    'tool-args-snapshot': tool((reply) => mapCallDeltas(reply, ({ delta, soFar }) => withArguments(delta, soFar))),
    'tool-args-truncated': tool(truncatedArguments),
    'tool-args-empty': tool((reply) =>
      mapCallDeltas(
        mapWholeCalls(reply, (call) => withArguments(call, '')),
        ({ delta, place }) => (place === 0 ? delta : null),
      ),
    ),
    'tool-finish-stop': tool((reply) =>
      mapChoices(reply, (choice) => (choice.finish_reason === null ? choice : { ...choice, finish_reason: 'stop' })),
    ),
  },
);
