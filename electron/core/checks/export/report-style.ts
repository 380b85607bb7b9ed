/** The look of a report: readable on a screen, in the dark and on paper. */
export const reportStyle = `
:root { --ink: #1d2b2a; --quiet: #5b6866; --ground: #fcfbf7; --line: #dcd9cf; --ok: #1b6e3c; --odd: #7a3b91; --wait: #8a5a00; --bad: #a3242c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecea; --quiet: #9fb0ac; --ground: #14201f; --line: #31403e; --ok: #6cce91; --odd: #cf9be0; --wait: #e7b457; --bad: #f08b90; } }
body { margin: 0 auto; max-width: 78rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p { margin: .3rem 0; } code, pre { font: 12px/1.5 ui-monospace, monospace; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; font-weight: normal; white-space: nowrap; }
thead th { font-weight: 600; } .counts { margin-top: .6rem; line-height: 2; }
.verdict { border: 1px solid currentColor; border-radius: 4px; padding: 0 .4rem; color: var(--quiet); white-space: nowrap; }
.works { color: var(--ok); } .exists { color: var(--ink); } .works-with-warnings, .shape-unexpected { color: var(--odd); } .quota, .overloaded, .timed-out { color: var(--wait); }
.key-refused, .key-missing, .key-style, .forbidden, .upstream-down, .parameter-refused, .model-not-on-route { color: var(--bad); }
a { color: inherit; text-decoration: none; } a:hover .verdict { text-decoration: underline; } .regression { color: var(--bad); }
details { border-left: 2px solid var(--line); padding-left: .8rem; } summary { cursor: pointer; color: var(--quiet); overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; } dd { margin: 0; }
@media print { body { max-width: none; padding: 0; } details { break-inside: avoid; } }
`;
