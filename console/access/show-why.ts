/** The title of the panel with the reason. */
const titleOfWhy = () => document.getElementById('why-title');

/** Leads to the reason, wherever on the page it stands: whoever chose a member in the table looks there next. */
export function showWhy({
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): void {
  // It is opened in another tab or window.
  if (ctrlKey || metaKey || shiftKey) return;
  titleOfWhy()?.focus({ preventScroll: true });
  keepWhyShown();
}

/** Leads to the reason again, once it is there, for whoever was led to it and has not gone on. */
export function keepWhyShown(): void {
  const title = titleOfWhy();
  if (title && document.activeElement === title) title.scrollIntoView({ block: 'start' });
}
