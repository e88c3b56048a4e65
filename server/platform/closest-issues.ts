import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** The issues one by one. Of several forms that the input could have had, those of the one it comes closest to. */
export function closestIssues(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const [closest] = issue.errors.map(closestIssues).toSorted((one, other) => far(one) - far(other))
    return closest?.map((each) => ({ ...each, path: [...issue.path, ...each.path] })) ?? [issue]
  })
}

// The deeper the first complaint, the better the rest fits; and the fewer there are.
function far(issues: readonly Issue[]): number {
  const depth = Math.max(0, ...issues.map(({ path }) => path.length))
  return issues.length - depth * 1000
}
