/** The button of the prompts in a composer, with its list behind `/`. */
export { PromptButton as PromptMenu } from './prompt-button.tsx';
