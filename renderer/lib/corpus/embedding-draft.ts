import type { DraftInput } from '#shared/contract/exchanges.ts';

/** Values of `encoding_format`; few models return quantized vectors, of bytes. */
export const encodingFormats = ['float', 'base64', 'int8', 'uint8'] as const;
export type EncodingFormat = (typeof encodingFormats)[number];

/** What the body contains besides model and texts. A field that is absent here is absent there. */
export interface EmbeddingOptions {
  encodingFormat?: EncodingFormat | undefined;
  dimensions?: number | undefined;
  user?: string | undefined;
}

export interface EmbeddingSource {
  connectionId: string;
  keyId?: string | undefined;
  model: string;
  options?: EmbeddingOptions | undefined;
}

/** Builds the request that embeds these texts; the preview shows the same bytes. */
export function embeddingDraft(
  { connectionId, keyId, model, options = {} }: EmbeddingSource,
  texts: readonly string[],
): DraftInput {
  const body = {
    model,
    input: texts,
    encoding_format: options.encodingFormat,
    dimensions: options.dimensions,
    user: options.user,
  };
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    routeId: 'embeddings',
    body: { kind: 'json', text: JSON.stringify(body) },
  };
}
