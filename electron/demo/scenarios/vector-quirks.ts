import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import { type Reply, rawReply, type Step } from '../responses/reply.ts';
import { mapDocuments, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

type Entry = JsonRecord & { embedding: number[] | string };

const raw = (bytes: string): Step => ({ do: 'raw', bytes });
const entriesOf = (document: unknown): Entry[] => asList(asRecord(document).data) as Entry[];

function valuesOf({ embedding }: Entry): number[] {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}

function packed(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeFloatLE(value, place * 4);
  return bytes.toString('base64');
}

/** Changes the good answer of the embeddings route; other answers stay as they are. */
const whole = (name: string, title: string, about: string, change: (document: JsonRecord) => unknown): Fault => ({
  name: `embeddings-${name}`,
  title,
  about,
  routes: 'embeddings',
  alter: (reply) =>
    reply.dialect === 'embeddings' ? mapDocuments(reply, (document) => change(asRecord(document))) : reply,
});

const entries = (name: string, title: string, about: string, change: (all: Entry[]) => unknown): Fault =>
  whole(name, title, about, (document) => ({ ...document, data: change(entriesOf(document)) }));

/** Bytes instead of a document: what JSON cannot say. */
const written = (name: string, title: string, about: string, write: (document: JsonRecord) => string): Fault => ({
  name: `embeddings-${name}`,
  title,
  about,
  routes: 'embeddings',
  alter: (reply: Reply) => {
    if (reply.dialect !== 'embeddings') return reply;
    const [step] = [...reply.steps];
    return step?.do === 'send' ? withSteps(reply, () => [raw(write(asRecord(step.document)))]) : reply;
  },
});

/** Shapes and slips of vectors, as gateways and the servers behind them really send them. */
export const vectorFaults: readonly Fault[] = [
  entries('always-base64', 'Vectors always in base64', 'Vectors come in base64 whatever was asked for.', (all) =>
    all.map((entry) => ({ ...entry, embedding: packed(valuesOf(entry)) })),
  ),
  entries('always-float', 'Vectors always as numbers', 'Vectors come as numbers whatever was asked for.', (all) =>
    all.map((entry) => ({ ...entry, embedding: valuesOf(entry) })),
  ),
  entries('unordered', 'Vectors out of order', 'The last vector comes first, each with its right index.', (all) =>
    all.toReversed(),
  ),
  entries('same-index', 'Every vector has index 0', 'All vectors say that they belong to the first text.', (all) =>
    all.map((entry) => ({ ...entry, index: 0 })),
  ),
  entries('no-index', 'Vectors without an index', 'No vector says to which text it belongs.', (all) =>
    all.map(({ index: _, ...entry }) => entry),
  ),
  entries('one-missing', 'One vector too few', 'The vector of the first text is missing.', (all) => all.slice(1)),
  entries('no-data', 'No vectors at all', 'Status 200 with an empty list of vectors.', () => []),
  entries('null-vector', 'A vector that is null', 'The first vector is null where its values should be.', (all) =>
    all.map((entry, place) => (place === 0 ? { ...entry, embedding: null } : entry)),
  ),
  entries('nested', 'Vectors in a list of one', 'Each vector is wrapped in one more list.', (all) =>
    all.map((entry) => ({ ...entry, embedding: [valuesOf(entry)] })),
  ),
  entries('mixed-sizes', 'Vectors of two sizes', 'Every second vector has only half of its dimensions.', (all) =>
    all.map((entry, place) => ({
      ...entry,
      embedding: valuesOf(entry).slice(0, place % 2 === 1 ? valuesOf(entry).length / 2 : undefined),
    })),
  ),
  entries('zero', 'Vectors of zeros', 'Every value of every vector is zero.', (all) =>
    all.map((entry) => ({ ...entry, embedding: valuesOf(entry).map(() => 0) })),
  ),
  entries('cut-base64', 'Base64 that was cut', 'The base64 of each vector lacks its last bytes.', (all) =>
    all.map((entry) => ({ ...entry, embedding: packed(valuesOf(entry)).slice(0, -6) })),
  ),
  written('nan', 'Values that are no numbers', 'The JSON says NaN, as Python servers write it.', (document) =>
    JSON.stringify({
      ...document,
      data: entriesOf(document).map((entry) => ({ ...entry, embedding: valuesOf(entry) })),
    }).replace(/"embedding":\[[^,\]]+/g, '"embedding":[NaN'),
  ),
  whole(
    'bare-list',
    'A bare list of vectors',
    'The answer is a list of lists of numbers and nothing else.',
    (document) => entriesOf(document).map(valuesOf),
  ),
  whole(
    'field-embeddings',
    'Vectors under embeddings',
    'The vectors stand in a field named embeddings, without records.',
    (document) => ({
      model: document.model,
      embeddings: entriesOf(document).map(valuesOf),
      prompt_eval_count: asRecord(document.usage).prompt_tokens,
    }),
  ),
  whole(
    'by-type',
    'Vectors by their type',
    'The vectors stand below a field for their type, as one vendor does.',
    (document) => ({
      id: 'emb-demo',
      embeddings: { float: entriesOf(document).map(valuesOf) },
      response_type: 'embeddings_by_type',
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: asRecord(document.usage).prompt_tokens } },
    }),
  ),
  whole(
    'native-shape',
    'Vectors of the native vendor',
    'The values stand in records named values, as on the native surface.',
    (document) => ({
      embeddings: entriesOf(document).map((entry) => ({ values: valuesOf(entry) })),
    }),
  ),
  {
    name: 'fixture-e1',
    title: 'Tiny vector',
    about: 'Exact bytes of one vector in base64 whose values are 1 and 2.',
    routes: 'embeddings',
    alter: (reply) =>
      reply.dialect === 'embeddings'
        ? rawReply(
            200,
            'application/json',
            '{"object":"list","data":[{"object":"embedding","index":0,"embedding":"AACAPwAAAEA="}],"model":"x","usage":{"prompt_tokens":1,"total_tokens":1}}',
          )
        : reply,
  },
];
