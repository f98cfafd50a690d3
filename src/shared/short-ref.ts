/** A ref as people call it: `main` for `refs/heads/main`. */
export const shortRef = (name: string): string => name.replace(/^refs\/(?:heads|remotes|tags)\//, '');
