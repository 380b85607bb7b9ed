/** The texts of the guide in Chinese, and of the pages that exist in English only, by their path. */
export const texts = import.meta.glob<string>(['../../../docs/guide/zh/*.md', '../../../docs/guide/commands.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
