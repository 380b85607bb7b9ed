import type { PanelStringLoaders } from '../lib/i18n/strings.ts';

/** The Chinese strings that only one panel shows: each module is fetched together with its panel. */
export const panelsZh: PanelStringLoaders = {
  audio: () => import('../panels/audio/strings/zh.ts'),
  chat: () => import('../panels/chat/strings/zh.ts'),
  checks: () => import('../panels/checks/strings/zh.ts'),
  compare: () => import('../panels/compare/strings/zh.ts'),
  connections: () => import('../panels/connections/strings/zh.ts'),
  embeddings: () => import('../panels/embeddings/strings/zh.ts'),
  images: () => import('../panels/images/strings/zh.ts'),
  models: () => import('../panels/models/strings/zh.ts'),
  overlays: () => import('../lib/i18n/strings/zh/overlays.ts'),
  realtime: () => import('../panels/realtime/strings/zh.ts'),
  request: () => import('../panels/request/strings/zh.ts'),
  rerank: () => import('../panels/rerank/strings/zh.ts'),
  settings: () => import('../panels/settings/strings/zh.ts'),
  video: () => import('../panels/video/strings/zh.ts'),
  welcome: () => import('../panels/welcome/strings/zh.ts'),
  wire: () => import('../panels/wire/strings/zh.ts'),
};
