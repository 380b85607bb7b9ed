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
  embeddings-always-base64 | embeddings | Vectors always in base64 | Vectors come in base64 whatever was asked for.
  embeddings-always-float | embeddings | Vectors always as numbers | Vectors come as numbers whatever was asked for.
  embeddings-unordered | embeddings | Vectors out of order | The last vector comes first, each with its right index.
  embeddings-same-index | embeddings | Every vector has index 0 | All vectors say that they belong to the first text.
  embeddings-no-index | embeddings | Vectors without an index | No vector says to which text it belongs.
  embeddings-one-missing | embeddings | One vector too few | The vector of the first text is missing.
  embeddings-no-data | embeddings | No vectors at all | Status 200 with an empty list of vectors.
  embeddings-null-vector | embeddings | A vector that is null | The first vector is null where its values should be.
  embeddings-nested | embeddings | Vectors in a list of one | Each vector is wrapped in one more list.
  embeddings-mixed-sizes | embeddings | Vectors of two sizes | Every second vector has only half of its dimensions.
  embeddings-zero | embeddings | Vectors of zeros | Every value of every vector is zero.
  embeddings-cut-base64 | embeddings | Base64 that was cut | The base64 of each vector lacks its last bytes.
  embeddings-nan | embeddings | Values that are no numbers | The JSON says NaN, as Python servers write it.
  embeddings-bare-list | embeddings | A bare list of vectors | The answer is a list of lists of numbers and nothing else.
  embeddings-field-embeddings | embeddings | Vectors under embeddings | The vectors stand in a field named embeddings, without records.
  embeddings-by-type | embeddings | Vectors by their type | The vectors stand below a field for their type, as one vendor does.
  embeddings-native-shape | embeddings | Vectors of the native vendor | The values stand in records named values, as on the native surface.
  fixture-e1 | embeddings | Tiny vector | Exact bytes of one vector in base64 whose values are 1 and 2.
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
