/** The texts of the guide in English, by their path. */
export const texts = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
