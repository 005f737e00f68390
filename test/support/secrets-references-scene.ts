import { sentTexts } from './sent-texts.js';

/** The statements about secrets and references that the server sends while something happens. */
export async function statementsAbout(act: () => PromiseLike<unknown>): Promise<string[]> {
  const texts = await sentTexts(act);
  return texts.filter((text) => /\bsecrets\b|secret_references/.test(text));
}
