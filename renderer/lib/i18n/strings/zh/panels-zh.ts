import type { panelsEn } from '../panels-en.ts';

/** The Chinese sections that only one panel shows, by section: each is fetched together with its panel. */
export const panelsZh: typeof panelsEn = {
  audio: async () => (await import('./audio.ts')).audio,
  images: async () => (await import('./images.ts')).images,
  embeddings: async () => (await import('./embeddings.ts')).embeddings,
  realtime: async () => (await import('./realtime.ts')).realtime,
  request: async () => (await import('./request.ts')).request,
  video: async () => (await import('./video.ts')).video,
  rerank: async () => (await import('./rerank.ts')).rerank,
};
