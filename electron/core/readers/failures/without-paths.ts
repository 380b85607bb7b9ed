/** Words without anything that holds a slash: paths repeat what was sent, and say nothing of what is there. */
export const withoutPaths = (text: string): string => text.replace(/(?<!\S)\S*\/\S*/g, ' ');
