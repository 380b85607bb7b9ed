/** The texts of the guide in Chinese, and of the pages that exist in English only, by their path. */
export const texts = import.meta.glob<string>(
  [
    '../../../docs/guide/zh/*.md',
    '../../../docs/guide/{realtime,video-and-tasks,embeddings-and-rerank,requests,checks,wire,connections-and-keys}.md',
    '../../../docs/guide/{report-a-problem,remote,proxy,terminal,ci,scripting,commands,demo-gateway,settings}.md',
    '../../../docs/guide/{backup-and-storage,troubleshooting}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);
