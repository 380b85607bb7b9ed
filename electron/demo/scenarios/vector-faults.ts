import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import { rawReply, type Step } from '../responses/reply.ts';
import { withSteps } from '../responses/steps.ts';
import { packFloats } from '../vectors/hashed-vector.ts';
import { documentsIn, type Effect, faultsOf, inDialect } from './fault.ts';

type Entry = JsonRecord & { embedding: number[] | string };

const raw = (bytes: string): Step => ({ do: 'raw', bytes });
const entriesOf = (document: unknown): Entry[] => asList(asRecord(document).data) as Entry[];

function valuesOf({ embedding }: Entry): number[] {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}

/** Changes the successful reply of the embeddings route; other replies are unchanged. */
const whole = (change: (document: JsonRecord) => unknown): Effect => documentsIn('embeddings', change);

const entries = (change: (all: Entry[]) => unknown): Effect =>
  whole((document) => ({ ...document, data: change(entriesOf(document)) }));

/** Writes bytes instead of a document: what JSON cannot represent. */
const written = (write: (document: JsonRecord) => string): Effect =>
  inDialect('embeddings', (reply) => {
    const [step] = [...reply.steps];
    return step?.do === 'send' ? withSteps(reply, () => [raw(write(asRecord(step.document)))]) : reply;
  });

/** Shapes and defects of vectors, as gateways and the servers behind them really send them. */
export const vectorFaults = faultsOf(
  `
  embeddings-always-base64 | embeddings | Vectors always in base64 | Vectors arrive in base64, whatever was requested.
  embeddings-always-float | embeddings | Vectors always as numbers | Vectors arrive as numbers, whatever was requested.
  embeddings-unordered | embeddings | Vectors out of order | The last vector arrives first, each with its correct index.
  embeddings-same-index | embeddings | Every vector has index 0 | All vectors have the index of the first input.
  embeddings-no-index | embeddings | Vectors without an index | The vectors don't show which input they belong to.
  embeddings-one-missing | embeddings | One vector too few | The vector of the first input is missing.
  embeddings-no-data | embeddings | No vectors | Status 200 with an empty list of vectors.
  embeddings-null-vector | embeddings | Null vector | The first vector is null.
  embeddings-nested | embeddings | Nested vectors | Each vector is wrapped in another list.
  embeddings-mixed-sizes | embeddings | Mixed dimensions | Every second vector has only half of its dimensions.
  embeddings-zero | embeddings | Zero vectors | Every value of every vector is zero.
  embeddings-cut-base64 | embeddings | Truncated base64 | The last bytes of each base64 vector are missing.
  embeddings-nan | embeddings | NaN values | The JSON contains NaN, as Python servers write it.
  embeddings-bare-list | embeddings | Bare list of vectors | The response is only a list of lists of numbers.
  embeddings-field-embeddings | embeddings | Vectors in embeddings | The vectors are in a field named embeddings, without records.
  embeddings-by-type | embeddings | Vectors by type | The vectors are below a field for their type, as one vendor returns them.
  embeddings-native-shape | embeddings | Vectors of the native vendor | The values are in records named values, as on native routes.
  fixture-e1 | embeddings | Minimal vector | Exact bytes of one base64 vector whose values are 1 and 2.
`,
  {
    'embeddings-always-base64': entries((all) =>
      all.map((entry) => ({ ...entry, embedding: packFloats(valuesOf(entry)) })),
    ),
    'embeddings-always-float': entries((all) => all.map((entry) => ({ ...entry, embedding: valuesOf(entry) }))),
    'embeddings-unordered': entries((all) => all.toReversed()),
    'embeddings-same-index': entries((all) => all.map((entry) => ({ ...entry, index: 0 }))),
    'embeddings-no-index': entries((all) => all.map(({ index: _, ...entry }) => entry)),
    'embeddings-one-missing': entries((all) => all.slice(1)),
    'embeddings-no-data': entries(() => []),
    'embeddings-null-vector': entries((all) =>
      all.map((entry, place) => (place === 0 ? { ...entry, embedding: null } : entry)),
    ),
    'embeddings-nested': entries((all) => all.map((entry) => ({ ...entry, embedding: [valuesOf(entry)] }))),
    'embeddings-mixed-sizes': entries((all) =>
      all.map((entry, place) => ({
        ...entry,
        embedding: valuesOf(entry).slice(0, place % 2 === 1 ? valuesOf(entry).length / 2 : undefined),
      })),
    ),
    'embeddings-zero': entries((all) => all.map((entry) => ({ ...entry, embedding: valuesOf(entry).map(() => 0) }))),
    'embeddings-cut-base64': entries((all) =>
      all.map((entry) => ({ ...entry, embedding: packFloats(valuesOf(entry)).slice(0, -6) })),
    ),
    'embeddings-nan': written((document) =>
      JSON.stringify({
        ...document,
        data: entriesOf(document).map((entry) => ({ ...entry, embedding: valuesOf(entry) })),
      }).replace(/"embedding":\[[^,\]]+/g, '"embedding":[NaN'),
    ),
    'embeddings-bare-list': whole((document) => entriesOf(document).map(valuesOf)),
    'embeddings-field-embeddings': whole((document) => ({
      model: document.model,
      embeddings: entriesOf(document).map(valuesOf),
      prompt_eval_count: asRecord(document.usage).prompt_tokens,
    })),
    'embeddings-by-type': whole((document) => ({
      id: 'emb-demo',
      embeddings: { float: entriesOf(document).map(valuesOf) },
      response_type: 'embeddings_by_type',
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: asRecord(document.usage).prompt_tokens } },
    })),
    'embeddings-native-shape': whole((document) => ({
      embeddings: entriesOf(document).map((entry) => ({ values: valuesOf(entry) })),
    })),
    'fixture-e1': (reply) =>
      reply.dialect === 'embeddings'
        ? rawReply(
            200,
            'application/json',
            '{"object":"list","data":[{"object":"embedding","index":0,"embedding":"AACAPwAAAEA="}],"model":"x","usage":{"prompt_tokens":1,"total_tokens":1}}',
          )
        : reply,
  },
);
