/** Light or dark as the browser asks, until the reader of the page chooses; `light-dark()` follows `color-scheme`. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --back: light-dark(#fff, #0f0f0f); --text: light-dark(#1b1b1b, #e7e7e7);
  --dim: light-dark(#5c5c5c, #a4a4a4); --line: light-dark(#e2e2e2, #2d2d2d); --mark: light-dark(#f2f2f2, #1d1d1d); }
#sidebar, #sidebar * { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; background: var(--back); color: var(--text); }
body > header { display: none; }
#sidebar { position: fixed; inset: 0 auto 0 0; width: 300px; overflow-y: auto; padding: 0 12px 24px; border-right: 1px solid var(--line); background: var(--back); }
#top { position: sticky; top: 0; z-index: 1; display: flex; gap: 8px; padding: 12px 0; background: var(--back); }
#sidebar #search { flex: 1; min-width: 0; }
#sidebar input, #sidebar button, body > header button { font: inherit; padding: 5px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
#sidebar #mode { font-size: 12px; color: var(--dim); }
#sidebar h2 { margin: 16px 8px 4px; font-size: 12px; color: var(--dim); }
#sidebar a, #sidebar summary { display: block; padding: 4px 8px; border-radius: 6px; color: inherit; text-decoration: none; cursor: pointer; font-size: 14px; line-height: 1.45; }
#sidebar a:hover, #sidebar summary:hover, #sidebar a[aria-current] { background: var(--mark); }
#sidebar a[aria-current] { font-weight: 600; }
#sidebar ul { margin: 0; padding: 0 0 0 10px; list-style: none; }
#sidebar small { display: none; color: var(--dim); overflow-wrap: anywhere; }
#sidebar.searching small { display: block; }
#sidebar i { margin-right: 6px; font: 600 11px ui-monospace, monospace; color: light-dark(#0a6fb8, #6cb8f0); }
#sidebar i.post { color: light-dark(#157a3c, #5fd38d); } #sidebar i.delete { color: light-dark(#b3261e, #ff8a80); }
#sidebar i.patch, #sidebar i.put { color: light-dark(#8a5a00, #f0b95a); }
#sidebar .old { color: var(--dim); }
body > main { margin-left: 300px; }
#introduction { max-width: 46rem; padding: 40px 32px; }
#introduction h1 { font-size: 26px; line-height: 1.3; margin: 0 0 16px; }
#introduction code, #rules code { padding: 1px 4px; border-radius: 4px; background: var(--mark); font-size: 13px; overflow-wrap: anywhere; }
#introduction a, #rules a { color: light-dark(#0a5aa8, #7db9f5); }
#operation .references-layout { display: block; --refs-sidebar-width: 0px; }
#operation .t-doc__header, #operation .introduction-section .badge, #operation .scalar-reference-intro-server, #operation .scalar-reference-intro-clients { display: none; }
#operation .section { padding-top: 32px; padding-bottom: 32px; }
#rules > section { max-width: 46rem; padding: 8px 32px 64px; }
#operation > p { padding: 40px 32px; color: var(--dim); }
@media (max-width: 900px) {
  body > header { position: sticky; top: 0; z-index: 3; display: flex; align-items: center; gap: 12px; height: 48px; padding: 0 12px; border-bottom: 1px solid var(--line); background: var(--back); }
  #sidebar { display: none; inset: 48px 0 0 0; z-index: 2; width: auto; }
  body.menu { overflow: hidden; } body.menu #sidebar { display: block; }
  body > main { margin-left: 0; } #introduction { padding: 24px 16px; }
}
`;
