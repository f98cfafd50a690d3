import type { LanguageModelToolTokenizationOptions } from 'vscode';

/** For a caller that names no budget. */
const CHARACTERS = 32_000;
/** What a token is at least taken for at first, and what it never is less than. */
const MANY = 4;
const BYTES = 3;
const MOST_TRIES = 4;

/** A text within a budget of tokens, counted as the model counts them; it is cut by whoever writes it, between lines. */
export async function withinTokens(
  text: (characters: number) => string,
  { tokenBudget, countTokens }: Partial<LanguageModelToolTokenizationOptions> = {},
): Promise<string> {
  if (tokenBudget === undefined || countTokens === undefined) return text(CHARACTERS);
  // No token is less than a byte, and no character is more than three.
  const safe = Math.floor(tokenBudget / BYTES);
  let characters = tokenBudget * MANY;
  for (let tried = 0; tried < MOST_TRIES && characters > safe; tried += 1) {
    const cut = text(characters);
    if (cut.length <= safe) return cut;
    const tokens = await countTokens(cut);
    if (tokens <= tokenBudget) return cut;
    characters = Math.floor(0.95 * Math.min(characters, cut.length) * (tokenBudget / tokens));
  }
  return text(safe);
}
