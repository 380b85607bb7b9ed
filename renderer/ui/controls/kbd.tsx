import { classes } from '../base/class-names.ts';
import s from './kbd.module.css';

/** A key or chord. `bare` takes the color of what it is on (buttons, tooltips). Signs such as ⌘ and ↵ are drawn. */
export function Kbd({ children, bare }: { children: string; bare?: boolean }) {
  return (
    <kbd className={classes(s.kbd, bare && s.bare)}>
      {splitKeySigns(children).map((run, at) => {
        const drawing = keySigns[run];
        // biome-ignore lint/suspicious/noArrayIndexKey: a run has nothing but its place
        return drawing === undefined ? run : <KeySign key={at} sign={run} drawing={drawing} />;
      })}
    </kbd>
  );
}

/** The sign itself stays in the text, for screen readers and for copying. */
function KeySign({ sign, drawing }: { sign: string; drawing: string }) {
  return (
    <>
      <svg className={s.sign} viewBox="0 0 16 16" aria-hidden>
        <path d={drawing} />
      </svg>
      <span className="sr-only">{sign}</span>
    </>
  );
}

/** Signs of keys as line icons on a 16 px grid: the fonts of the page have none of them. */
export const keySigns: Readonly<Record<string, string>> = {
  '⌘': 'M6 6V4.2A1.8 1.8 0 1 0 4.2 6H11.8A1.8 1.8 0 1 0 10 4.2V11.8A1.8 1.8 0 1 0 11.8 10H4.2A1.8 1.8 0 1 0 6 11.8V6',
  '⇧': 'M8 2.5 13.5 8.5H10.5V13.5H5.5V8.5H2.5Z',
  '⌥': 'M2.5 4H6L10 12H13.5M9.5 4H13.5',
  '⌃': 'M4 9 8 5 12 9',
  '↵': 'M13 3.5V8.5H3M6 5.5 3 8.5 6 11.5',
  '↑': 'M8 13V3M4 7 8 3 12 7',
  '↓': 'M8 3V13M4 9 8 13 12 9',
};

/** Splits a label into runs of letters and single signs, in order. */
export function splitKeySigns(label: string): string[] {
  const runs: string[] = [];
  let letters = '';
  for (const sign of label) {
    if (keySigns[sign] === undefined) letters += sign;
    else {
      if (letters) runs.push(letters);
      runs.push(sign);
      letters = '';
    }
  }
  if (letters) runs.push(letters);
  return runs;
}
