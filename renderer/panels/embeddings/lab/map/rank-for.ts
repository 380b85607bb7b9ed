import { AppError } from '#shared/protocol/failure.ts';
import { embedTexts } from '../../../../lib/corpus/embed-texts.ts';
import { failureText } from '../../../../lib/failures/failures.ts';
import { strings } from '../../../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../../../lib/navigation/exchange-origin.ts';
import { norm } from '../../../../lib/vectors/cosine.ts';
import { embeddingsStore } from '../../embeddings.ts';
import { selection } from '../../selection.ts';
import { analysis } from '../analysis.ts';

const ranked = 20;

/**
 * Embeds a sentence with the corpus's own connection and model, and a key of it, and ranks the texts by their nearness to it. One call. Rejects with an
 * `AppError` that says why there is no ranking.
 */
export async function rankFor(query: string, keyId: string | undefined): Promise<void> {
  const { corpus } = embeddingsStore().getState();
  if (!corpus.base) return;
  const { connectionId, model, options } = corpus.base;
  const { items } = await embedTexts({
    connectionId,
    ...(keyId ? { keyId } : {}),
    model,
    options,
    texts: [query],
    onExchange: (id) => rememberOrigin(id, { panel: 'embeddings', documentId: corpus.id, itemId: '0' }),
  });
  const [item] = items;
  if (!item?.vector) throw new AppError(item?.failure ?? noVector(item?.exchangeId ?? null));
  const length = norm(item.vector);
  if (length === 0) throw new AppError(noVector(item.exchangeId));
  const results = await analysis().near(
    item.vector.map((value) => value / length),
    ranked,
  );
  if (embeddingsStore().getState().corpus.id === corpus.id)
    selection.setState({ query: '', ranking: { query, results } });
}

const noVector = (exchangeId: string | null) => failureText('empty', strings().embeddings.map.noVector, exchangeId);
