/** Outcomes of a client's methods, one JSON line each on standard output; `run.mjs` reads them. */
const line = (method, outcome, error) =>
  process.stdout.write(`${JSON.stringify({ method, outcome, ...(error && { error }) })}\n`);

const textOf = (error) => String(error?.message ?? error).slice(0, 300);

/** The method must work; what the work returns must be truthy. Returns it, or undefined. */
export async function works(method, work) {
  try {
    const value = await work();
    line(method, value ? 'works' : 'failed', value ? undefined : 'a wrong answer');
    return value;
  } catch (error) {
    line(method, 'failed', textOf(error));
    return undefined;
  }
}

/** The method belongs to a feature that the server does not have: it must be told so by a 404. */
export async function isRefused(method, work) {
  try {
    await work();
    line(method, 'failed', 'was expected to be refused');
  } catch (error) {
    const text = textOf(error);
    line(method, /Route \S+ not found/.test(text) ? 'not offered' : 'failed', text);
  }
}
