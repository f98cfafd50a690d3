import type { Filter } from './filters.ts';
import type { Known } from './known.ts';
import type { NewFilter, ReadGuard } from './read-guard.ts';

export interface FilterQuestions {
  readonly known: Pick<Known, 'addFilter'>;
  readonly show: (filter: Filter, commonDirectory: string, allow: () => Promise<void>) => Promise<void>;
  /** Hears that a filter may run from now on. */
  readonly allowed: () => void;
}

/** The same guard, which shows the person every filter that it switches off, once, and looks again after an answer. */
export function askAboutFilters(guard: ReadGuard, { known, show, allowed }: FilterQuestions): ReadGuard {
  const shown = new Map<string, Promise<void>>();
  const showOnce = ({ commonDirectory, filter }: NewFilter): Promise<void> => {
    const key = `${commonDirectory}\0${filter.fingerprint}`;
    const allow = async () => {
      await known.addFilter(commonDirectory, filter);
      allowed();
    };
    const showing = shown.get(key) ?? show(filter, commonDirectory, allow);
    shown.set(key, showing);
    return showing;
  };
  return async (target, look) => {
    const guarded = await guard(target, look);
    if (guarded.kind !== 'guarded' || guarded.filtersOff.length === 0) return guarded;
    await Promise.all(guarded.filtersOff.map(showOnce));
    return guard(target, look);
  };
}
