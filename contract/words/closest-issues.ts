import type { z } from 'zod'

type Issue = z.core.$ZodIssue

// More than a form has fields. A list of thousands of wrong values isn't answered with as many sentences.
const mostIssues = 100

/** The first issues one by one. Of several forms that the input could have had, those of the one it comes closest to. */
export function closestIssues(issues: readonly Issue[]): Issue[] {
  return oneByOne(issues).slice(0, mostIssues)
}

function oneByOne(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const [closest] = issue.errors.map(oneByOne).toSorted((one, other) => far(one) - far(other))
    return closest?.map((each) => ({ ...each, path: [...issue.path, ...each.path] })) ?? [issue]
  })
}

// The deeper the first complaint, the better the rest fits; and the fewer there are.
function far(issues: readonly Issue[]): number {
  const depth = Math.max(0, ...issues.map(({ path }) => path.length))
  return issues.length - depth * 1000
}
