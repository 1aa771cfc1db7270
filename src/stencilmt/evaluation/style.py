"""The style of the HTML report, for light and dark screens."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #5b6570; --paper: #ffffff; --line: #d8dde3;
  --s0: #2f6fb2; --s1: #c2571a; --s2: #2a8a57; --s3: #8a4fb0; --s4: #a8862a; --s5: #b23a5b;
  --t0: #fde68a; --t1: #bfdbfe; --t2: #bbf7d0; --t3: #e9d5ff; --t4: #fecaca; --t5: #c7eef0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --faint: #9aa4af; --paper: #15181c; --line: #353b43;
  --s0: #6ba6e5; --s1: #e58a52; --s2: #5fc08b; --s3: #bb8be0; --s4: #d3b45c; --s5: #e07793;
  --t0: #6b5310; --t1: #1e4673; --t2: #1b5636; --t3: #51307a; --t4: #752c2c; --t5: #1c565a; } }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
h3 { font-size: .9rem; color: var(--faint); margin: 0 0 .4rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; } td.best { font-weight: 700; }
.note, small { color: var(--faint); font-size: .85rem; font-weight: 400; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem 2rem; }
figure { margin: 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 11px; } .whisker { stroke: var(--ink); fill: none; }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); }
.s3 { fill: var(--s3); } .s4 { fill: var(--s4); } .s5 { fill: var(--s5); }
article { border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(6rem, 12rem) 1fr; gap: .3rem 1rem; margin: 0; }
dt { color: var(--faint); overflow-wrap: anywhere; } dd { margin: 0; overflow-wrap: anywhere; }
mark { color: inherit; border-radius: 3px; padding: 0 .15em; }
.t0 { background: var(--t0); } .t1 { background: var(--t1); } .t2 { background: var(--t2); }
.t3 { background: var(--t3); } .t4 { background: var(--t4); } .t5 { background: var(--t5); }
.tag { color: var(--faint); font-family: ui-monospace, monospace; font-size: .9em; }
.missing { margin: .2rem 0 0; font-size: .85rem; color: var(--s5); }
"""
