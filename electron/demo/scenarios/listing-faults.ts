import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import { type Effect, faultsOf } from './fault.ts';

export const listing = (change: (records: JsonRecord[]) => JsonRecord[]): Effect => ({
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
  models-null-types | listings | data | Models without types | 模型没有类型
  models-empty | listings | data | Empty model list | 模型列表为空
  models-endless-pages | listings | data | Endless pages | 页数无穷的模型列表
`,
  {
    'models-null-types': listing((records) => records.map((record) => ({ ...record, supported_endpoint_types: null }))),
    'models-empty': listing(() => []),
    'models-endless-pages': (reply) =>
      reply.dialect === 'native-models'
        ? mapDocuments(reply, (document) => ({ ...asRecord(document), nextPageToken: 'again' }))
        : reply,
  },
);
