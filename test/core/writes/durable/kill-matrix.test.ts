import { beforeAll, expect, it } from 'vitest';
import { full } from '../../../support/full.ts';
import { seededRandom } from '../../../support/seeded.ts';
import { FAMILIES, type Kill, killed, makeLarge, makeOriginal, PHASES, show, VICTIMS } from './kills.ts';
import { buildProcess } from './processes.ts';

const ONLY = process.env.SLUICE_KILLS;
/** Of a pass about six in seven land. */
const PASSES = 5;
const random = seededRandom();
let original = '';

beforeAll(async () => {
  await buildProcess();
  original = makeOriginal();
});

/** All of them several times over, or a few that the seed picks. */
function matrix(): Kill[] {
  const all = FAMILIES.flatMap(command => PHASES.flatMap(phase => VICTIMS.map(victim => ({ command, phase, victim }))));
  const wanted = ONLY === undefined ? all : all.filter(({ command }) => command.includes(ONLY));
  const times = full ? PASSES : 1;
  const some = full || ONLY !== undefined ? wanted : random.shuffle(wanted).slice(0, 6);
  return Array.from({ length: times }, () => some.map(each => ({ ...each, moment: random.next() }))).flat();
}

it('B7 kill -9 of Sluice, of git or of both at any moment: undo gives back everything, and no lock is left', async () => {
  await tryAll(original, matrix());
}, 7_200_000);

it('B7 the same in the undo of thousands of files, which several gits write', async () => {
  const command = 'git rm -rfq .';
  const victims = full ? Array.from({ length: PASSES }, () => VICTIMS).flat() : random.shuffle(VICTIMS).slice(0, 1);
  await tryAll(
    makeLarge(),
    victims.map(victim => ({ command, phase: 'undo', victim, moment: random.next() })),
  );
}, 7_200_000);

async function tryAll(from: string, kills: readonly Kill[]): Promise<void> {
  const wrong: string[] = [];
  let landed = 0;
  for (const [at, kill] of kills.entries()) {
    const result = await killed(from, kill, `kill${at}`);
    if (result.landed) landed += 1;
    if (result.differs.length > 0 || result.left.length > 0)
      wrong.push(
        JSON.stringify(
          [`kill${at}`, show(kill), result.differs.slice(0, 5), result.left, result.told.slice(-4)],
          null,
          1,
        ),
      );
    if (full && at % 20 === 0) console.log(`${at} of ${kills.length}, ${landed} landed, ${wrong.length} wrong`);
  }
  console.log(`${landed} kills landed of ${kills.length}`);
  expect(wrong).toEqual([]);
}
