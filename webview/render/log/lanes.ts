/** A line of the graph in a commit's row: through it, into the commit from above, out of it, or out to a commit not shown. */
export interface Edge {
  readonly part: 'through' | 'in' | 'out' | 'unseen';
  readonly from: number;
  readonly to: number;
  readonly colour: number;
}

export interface LaneRow {
  /** The lane the commit stands in. */
  readonly lane: number;
  readonly colour: number;
  readonly edges: readonly Edge[];
}

interface Lane {
  /** The commit this lane leads to. */
  readonly to: string;
  readonly colour: number;
}

/** Lanes beyond this are not followed: neither a person nor a page has room for them. */
export const MOST_LANES = 24;

/**
 * Lays out commits in the order shown, as far as they are asked for and up to the first whose parents are not known yet;
 * parents are full ids, commits as short as they were printed.
 */
export function createLanes(
  ids: readonly string[],
  parents: ReadonlyMap<string, readonly string[]>,
): (at: number) => LaneRow | undefined {
  const shownBelow = finder(ids);
  const lanes: (Lane | null)[] = [];
  let colours = 0;
  const laid: LaneRow[] = [];
  const lay = (id: string, at: number): LaneRow => {
    const edges: Edge[] = [];
    const held = lanes.findIndex(lane => lane?.to === id);
    const lane = held === -1 ? Math.min(freeIn(lanes, -1), MOST_LANES) : held;
    const colour = lanes[lane]?.colour ?? colours++;
    lanes.forEach((other, i) => {
      if (other === null) return;
      const ends = other.to === id;
      edges.push({ part: ends ? 'in' : 'through', from: i, to: ends ? lane : i, colour: other.colour });
      if (ends) lanes[i] = null;
    });
    const known = parents.get(id) ?? [];
    let first = true;
    for (const parent of known) {
      const shown = shownBelow(parent, at);
      const there = shown === undefined ? -1 : lanes.findIndex(other => other?.to === shown);
      const to = there !== -1 ? there : first ? lane : freeIn(lanes, lane);
      if (shown === undefined || to >= MOST_LANES) continue;
      const taken = lanes[to]?.colour ?? (first ? colour : colours++);
      while (lanes.length < to) lanes.push(null);
      lanes[to] = { to: shown, colour: taken };
      edges.push({ part: 'out', from: lane, to, colour: first ? colour : taken });
      first = false;
    }
    if (known.length > 0 && first) edges.push({ part: 'unseen', from: lane, to: lane, colour });
    while (lanes.length > 0 && lanes.at(-1) === null) lanes.pop();
    return { lane, colour, edges };
  };
  return at => {
    for (let next = laid.length; next <= at; next += 1) {
      const id = ids[next];
      if (id === undefined || !parents.has(id)) break;
      laid.push(lay(id, next));
    }
    return laid[at];
  };
}

/** Finds the id by which a parent was printed further down than `at`. */
function finder(ids: readonly string[]): (parent: string, at: number) => string | undefined {
  const last = new Map(ids.map((id, i) => [id, i]));
  const lengths = [...new Set(ids.map(id => id.length))];
  return (parent, at) => {
    for (const length of lengths) {
      const short = parent.slice(0, length);
      if ((last.get(short) ?? -1) > at) return short;
    }
    return undefined;
  };
}

/** The first empty lane after one, or a new one. */
function freeIn(lanes: readonly (Lane | null)[], after: number): number {
  const free = lanes.indexOf(null, after + 1);
  return free === -1 ? Math.max(lanes.length, after + 1) : free;
}
