import type { BrowserContext, Page } from 'playwright-core';

/** Whether a text is anywhere in the memory of the page's scripts once what nobody holds was collected. */
export async function isInHeap(context: BrowserContext, page: Page, text: string) {
  const cdp = await context.newCDPSession(page);
  // A slice of a snapshot may end in the middle of the text.
  let isFound = false;
  let last = '';
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    isFound ||= (last + chunk).includes(text);
    last = chunk.slice(-text.length);
  });
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  return isFound;
}
