/** Takes dropped or chosen files; what looks into them is fetched with the first one. */
export const takeFiles = async (files: readonly File[]): Promise<void> =>
  (await import('./take-sound.ts')).takeFiles(files);

/** Asks for a file and takes it. */
export async function browse(): Promise<void> {
  const { chooseFiles } = await import('../../../lib/files.ts');
  await takeFiles(await chooseFiles({ accept: 'audio/*,video/mp4,video/webm', multiple: false }));
}
