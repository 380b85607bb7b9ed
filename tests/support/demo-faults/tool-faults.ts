import { asRecord, asText, type JsonRecord } from '#demo/json-value.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { type CallDelta, mapCallDeltas, mapWholeCalls, tool, withArguments } from '#demo/scenarios/tool-faults.ts';

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

/** The many ways in which servers get tool calls wrong. A request without tools gets one to call. */
export const toolFaults = faultsOf(
  `
  tool-index-zero | chat
  tool-split-indexes | chat
  tool-name-late | chat
  tool-name-pieces | chat
  tool-head-repeated | chat
  tool-args-snapshot | chat
  tool-args-empty | chat
`,
  {
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
    'tool-args-snapshot': tool((reply) => mapCallDeltas(reply, ({ delta, soFar }) => withArguments(delta, soFar))),
    'tool-args-empty': tool((reply) =>
      mapCallDeltas(
        mapWholeCalls(reply, (call) => withArguments(call, '')),
        ({ delta, place }) => (place === 0 ? delta : null),
      ),
    ),
  },
);
