/** The English sections that only one panel shows, by section: each is fetched together with its panel. */
export const panelsEn = {
  audio: async () => (await import('../panels/audio/strings/en.ts')).audio,
  images: async () => (await import('../panels/images/strings/en.ts')).images,
  embeddings: async () => (await import('../panels/embeddings/strings/en.ts')).embeddings,
  realtime: async () => (await import('../panels/realtime/strings/en.ts')).realtime,
  request: async () => (await import('../panels/request/strings/en.ts')).request,
  video: async () => (await import('../panels/video/strings/en.ts')).video,
  rerank: async () => (await import('../panels/rerank/strings/en.ts')).rerank,
};

type Sections = { [Name in keyof typeof panelsEn]: Awaited<ReturnType<(typeof panelsEn)[Name]>> };

declare module '../lib/i18n/strings.ts' {
  interface PanelStrings extends Sections {}
}
