/** Every Chinese string of the page. Each section has the type of its English one. */
export * from '../lib/i18n/strings/zh/zh.ts';
export * from '../panels/audio/strings/zh.ts';
export * from '../panels/chat/strings/zh.ts';
export * from '../panels/checks/strings/zh.ts';
export * from '../panels/compare/strings/zh.ts';
export * from '../panels/connections/strings/zh.ts';
export * from '../panels/embeddings/strings/zh.ts';
export * from '../panels/images/strings/zh.ts';
export * from '../panels/models/strings/zh.ts';
export * from '../panels/realtime/strings/zh.ts';
export * from '../panels/request/strings/zh.ts';
export * from '../panels/rerank/strings/zh.ts';
export * from '../panels/settings/strings/zh.ts';
export * from '../panels/video/strings/zh.ts';
export * from '../panels/welcome/strings/zh.ts';
export * from '../panels/wire/strings/zh.ts';
