import { describe, expect, it } from '@jest/globals';
import { ClipboardKeeper, KEPT } from './clipboard';

/** A browser as far as its clipboard goes; `run` lets time pass. */
function aBrowser() {
  const browser = { clipboard: '', hasFocus: true, isRefusing: false, cleared: 0 };
  let due: { work: () => void; at: number } | null = null;
  let now = 0;
  const keeper = new ClipboardKeeper({
    hasFocus: () => browser.hasFocus,
    write: (text) => {
      if (browser.isRefusing) return Promise.reject(new Error('not allowed'));
      browser.clipboard = text;
      return Promise.resolve();
    },
    later: (work, milliseconds) => {
      due = { work, at: now + milliseconds };
      return () => (due = null);
    },
    onCleared: () => browser.cleared++,
  });
  const run = async (milliseconds: number) => {
    now += milliseconds;
    if (due && due.at <= now) {
      const { work } = due;
      due = null;
      work();
    }
    await Promise.resolve();
    await Promise.resolve();
  };
  return { browser, keeper, run };
}

describe('a copied value', () => {
  it('is overwritten after 45 s, and said to be cleared then', async () => {
    const { browser, keeper, run } = aBrowser();
    await keeper.copy('s3cret');
    await run(KEPT - 1);
    expect(browser).toMatchObject({ clipboard: 's3cret', cleared: 0 });
    await run(1);
    expect(browser).toMatchObject({ clipboard: ' ', cleared: 1 });
  });

  it('stays while the page may not write, and goes at the next gesture', async () => {
    const { browser, keeper, run } = aBrowser();
    await keeper.copy('s3cret');
    browser.hasFocus = false;
    await run(KEPT);
    expect(browser).toMatchObject({ clipboard: 's3cret', cleared: 0 });
    browser.hasFocus = true;
    browser.isRefusing = true;
    await keeper.retry();
    expect(browser.cleared).toBe(0);
    browser.isRefusing = false;
    await keeper.retry();
    expect(browser).toMatchObject({ clipboard: ' ', cleared: 1 });
  });

  it('has its whole time when another one replaces it', async () => {
    const { browser, keeper, run } = aBrowser();
    await keeper.copy('first');
    await run(KEPT - 1);
    await keeper.copy('second');
    await run(KEPT - 1);
    expect(browser.clipboard).toBe('second');
    await run(1);
    expect(browser.cleared).toBe(1);
  });

  it('goes at the lock, and nothing is overwritten where nothing was copied', async () => {
    const { browser, keeper } = aBrowser();
    await keeper.end();
    expect(browser).toMatchObject({ clipboard: '', cleared: 0 });
    await keeper.copy('s3cret');
    await keeper.end();
    expect(browser).toMatchObject({ clipboard: ' ', cleared: 1 });
  });
});
