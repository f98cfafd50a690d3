import { alwaysWrites } from '../git/writes.ts';
import { judge, worst } from '../judge.ts';
import { type Act, type Leaf, type Objection, objectTo, type Walked } from '../table.ts';
import { changing, savesAnswer } from './reads.ts';

/** An action that clones: what stands after `--` goes to git clone as it is. */
export const clones = (title: string, says: string): Leaf => passesToClone(title, savesAnswer(says));

/** The same of one that may clone besides what it does. */
export const passesToClone = (title: string, act: Act): Leaf =>
  changing(walked => {
    const own = objectTo(title, act);
    return worst([own, objectToCloneOptions(walked)]) ?? own;
  });

function objectToCloneOptions({ positionals, beforeDashes }: Walked): Objection | undefined {
  const words = positionals.slice(beforeDashes);
  if (words.length === 0 || alwaysWrites.clone === undefined) return undefined;
  // Of its options none is a path that is read, so it does not matter from where.
  const judged = judge(alwaysWrites.clone, 'clone', words, { roots: [], cwd: '/' });
  return 'objection' in judged ? judged.objection : undefined;
}
