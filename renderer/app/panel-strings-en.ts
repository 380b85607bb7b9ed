/** The English strings that only one panel shows: each module is fetched together with its panel. */
export const panelsEn = {
  audio: () => import('../panels/audio/strings/en.ts'),
  chat: () => import('../panels/chat/strings/en.ts'),
  checks: () => import('../panels/checks/strings/en.ts'),
  compare: () => import('../panels/compare/strings/en.ts'),
  connections: () => import('../panels/connections/strings/en.ts'),
  embeddings: () => import('../panels/embeddings/strings/en.ts'),
  images: () => import('../panels/images/strings/en.ts'),
  models: () => import('../panels/models/strings/en.ts'),
  overlays: () => import('../lib/i18n/strings/overlays.ts'),
  realtime: () => import('../panels/realtime/strings/en.ts'),
  request: () => import('../panels/request/strings/en.ts'),
  rerank: () => import('../panels/rerank/strings/en.ts'),
  settings: () => import('../panels/settings/strings/en.ts'),
  video: () => import('../panels/video/strings/en.ts'),
  welcome: () => import('../panels/welcome/strings/en.ts'),
  wire: () => import('../panels/wire/strings/en.ts'),
};

type Modules = { [Id in keyof typeof panelsEn]: Awaited<ReturnType<(typeof panelsEn)[Id]>> };

declare module '../lib/i18n/strings.ts' {
  interface PanelStrings extends Modules {}
}
