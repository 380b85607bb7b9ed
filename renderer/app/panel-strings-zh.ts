import type { PanelSections } from '../lib/i18n/strings.ts';

/** The Chinese sections that only one panel shows, by section: each is fetched together with its panel. */
export const panelsZh: PanelSections = {
  audio: async () => (await import('../panels/audio/strings/zh.ts')).audio,
  images: async () => (await import('../panels/images/strings/zh.ts')).images,
  embeddings: async () => (await import('../panels/embeddings/strings/zh.ts')).embeddings,
  realtime: async () => (await import('../panels/realtime/strings/zh.ts')).realtime,
  request: async () => (await import('../panels/request/strings/zh.ts')).request,
  video: async () => (await import('../panels/video/strings/zh.ts')).video,
  rerank: async () => (await import('../panels/rerank/strings/zh.ts')).rerank,
};
