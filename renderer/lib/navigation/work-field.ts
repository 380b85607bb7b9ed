/** Returns the field in which work continues after a choice: the prompt, query or texts of the open panel. */
export const workField = (): HTMLElement | null =>
  document.querySelector('main :is([data-place="prompt"], [data-place="query"], [data-place="texts"])');
