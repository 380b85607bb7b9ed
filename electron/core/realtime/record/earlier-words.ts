import type { Speaker } from '#shared/contract/realtime.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { recall } from './recall.ts';

/** What was said in a session, in the order of its items. An answer that broke off counts as far as it came. */
export async function earlierWords(
  id: string,
  records: Pick<ExchangeRecords, 'read'>,
): Promise<{ who: Speaker; text: string }[]> {
  const items = new Map<string, { who: Speaker; text: string }>();
  for await (const part of recall(id, records)) {
    if (part.type === 'item') items.set(part.itemId, { who: part.who, text: '' });
    else if (part.type === 'words') {
      const item = items.get(part.itemId);
      if (item) item.text += part.delta;
    } else if (part.type === 'words-done') items.set(part.itemId, { who: part.who, text: part.text });
  }
  return [...items.values()].filter(({ text }) => text.trim() !== '');
}
