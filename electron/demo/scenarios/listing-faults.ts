import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import { type Effect, faultsOf } from './fault.ts';

const listing = (change: (records: JsonRecord[]) => JsonRecord[]): Effect => ({
  alter: (reply) => mapRecords(reply, change),
});

function mapRecords(reply: Reply, change: (records: JsonRecord[]) => JsonRecord[]): Reply {
  const field = reply.dialect === 'models' ? 'data' : 'models';
  if (reply.dialect !== 'models' && reply.dialect !== 'native-models') return reply;
  return mapDocuments(reply, (document) => ({
    ...asRecord(document),
    [field]: change(asList(asRecord(document)[field]).map(asRecord)),
  }));
}

/** How other gateways list their models. */
export const listingFaults = faultsOf(
  `
  models-null-types | listings | Models without types | The list doesn't show which routes a model supports.
  models-duplicates | listings | Duplicate models | Every model is in the list twice, unsorted.
  models-plain | listings | Old model list | The list of an older gateway: no types, but permissions and parents.
  models-rich | listings | Model list with prices | Every model has a name, a context length, prices and capabilities.
  models-empty | listings | Empty model list | The list contains no models.
  models-endless-pages | listings | Endless pages | Every page of the native list points to itself as the next page.
`,
  {
    'models-null-types': listing((records) => records.map((record) => ({ ...record, supported_endpoint_types: null }))),
    'models-duplicates': listing((records) => [...records.toReversed(), ...records]),
    'models-plain': listing((records) =>
      records.map(({ id, object, created, owned_by }) => ({
        id,
        object,
        created,
        owned_by,
        permission: [],
        root: id,
        parent: null,
      })),
    ),
    'models-rich': listing((records) =>
      records.map((record) => ({
        ...record,
        name: `Demo: ${record.id}`,
        context_length: 131_072,
        pricing: { prompt: '0.000001', completion: '0.000002' },
        architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
      })),
    ),
    'models-empty': listing(() => []),
    'models-endless-pages': (reply) =>
      reply.dialect === 'native-models'
        ? mapDocuments(reply, (document) => ({ ...asRecord(document), nextPageToken: 'again' }))
        : reply,
  },
);
