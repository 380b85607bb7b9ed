import { classes } from '../base/class-names.ts';
import s from './kbd.module.css';
import { keySigns, splitKeySigns } from './key-signs.ts';

/** A key or chord. `bare` takes the colour of what it sits on (buttons, hints). Signs such as ⌘ and ↵ are drawn. */
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

/** The sign itself stays in the text, for those who listen and for what is copied. */
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
