import { asList, asRecord, asText, type JsonRecord, parsed } from '../json-value.ts';
import type { Reply, Step } from '../responses/reply.ts';
import { mapDocuments, mapSteps, type Send, withSteps } from '../responses/steps.ts';
import { changeContent, contentIn, mapChoices } from './chat-faults.ts';
import { type Alter, type Effect, faultsOf, inDialect } from './fault.ts';

/** One tool call in a delta, with what is known of the call so far. */
export interface CallDelta {
  delta: JsonRecord;
  /** Index of this delta among those of its call; 0 is the head with id and name. */
  place: number;
  /** Id and name from the head. */
  head: JsonRecord;
  /** Arguments of this call up to and including this delta. */
  soFar: string;
}

/** Changes the deltas of every tool call, each with its own index; `null` drops one. */
export function mapCallDeltas(reply: Reply, change: (call: CallDelta) => JsonRecord | null): Reply {
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
export const mapWholeCalls = (reply: Reply, change: (call: JsonRecord) => JsonRecord): Reply =>
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

export const withArguments = (call: JsonRecord, value: unknown): JsonRecord => ({
  ...call,
  function: { ...asRecord(call.function), arguments: value },
});

const withoutIndex = ({ index: _, ...delta }: JsonRecord): JsonRecord => delta;

export const tool = (alter: Alter, callsTwice?: true): Effect => ({
  speaks: { voice: 'tools', ...(callsTwice && { callsTwice }) },
  alter: inDialect('chat', alter),
});

/** Sends the arguments whole, as an object. */
const argumentsAsObject = (reply: Reply): Reply => {
  const whole = mapWholeCalls(reply, (call) =>
    withArguments(call, parsed(asText(asRecord(call.function).arguments)) ?? null),
  );
  return mapCallDeltas(whole, ({ delta, soFar, place }) => {
    const value = parsed(soFar) ?? null;
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
  tool-no-index | chat | contents | Tool calls without an index | 工具调用没有序号
  tool-args-object | chat | contents | Tool arguments as an object | 工具参数为对象
  tool-args-truncated | chat | contents | Truncated tool arguments | 工具参数被截断
  tool-finish-stop | chat | contents | Tool call with finish reason stop | 工具调用以 stop 结束
`,
  {
    'tool-no-index': tool((reply) => mapCallDeltas(reply, ({ delta }) => withoutIndex(delta))),
    'tool-args-object': tool(argumentsAsObject),
    'tool-args-truncated': tool(truncatedArguments),
    'tool-finish-stop': tool((reply) =>
      mapChoices(reply, (choice) => (choice.finish_reason === null ? choice : { ...choice, finish_reason: 'stop' })),
    ),
  },
);
