import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode, type ValueNode } from 'graphql';

/** Points a query costs: the requests its connections stand for, by hundreds, and at least one. */
export function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map(
    document.definitions.flatMap(one =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  );
  const number = (value: ValueNode | undefined): number => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? 1) || 1;
    return 0;
  };
  const requests = (selections: SelectionSetNode | undefined, multiplier: number): number => {
    let sum = 0;
    for (const one of selections?.selections ?? []) {
      if (one.kind === Kind.FRAGMENT_SPREAD) sum += requests(fragments.get(one.name.value), multiplier);
      else if (one.kind === Kind.INLINE_FRAGMENT) sum += requests(one.selectionSet, multiplier);
      else {
        const size = number(one.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value);
        sum +=
          size > 0
            ? multiplier + requests(one.selectionSet, multiplier * size)
            : requests(one.selectionSet, multiplier);
      }
    }
    return sum;
  };
  return Math.max(1, Math.round(requests(operation.selectionSet, 1) / 100));
}
