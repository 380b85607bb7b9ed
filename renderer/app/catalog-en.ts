/** Every English string of the page. */
export * from '../lib/i18n/strings/en.ts';
export * from '../panels/audio/strings/en.ts';
export * from '../panels/chat/strings/en.ts';
export * from '../panels/checks/strings/en.ts';
export * from '../panels/compare/strings/en.ts';
export * from '../panels/connections/strings/en.ts';
export * from '../panels/embeddings/strings/en.ts';
export * from '../panels/images/strings/en.ts';
export * from '../panels/models/strings/en.ts';
export * from '../panels/realtime/strings/en.ts';
export * from '../panels/request/strings/en.ts';
export * from '../panels/rerank/strings/en.ts';
export * from '../panels/settings/strings/en.ts';
export * from '../panels/video/strings/en.ts';
export * from '../panels/welcome/strings/en.ts';
export * from '../panels/wire/strings/en.ts';
