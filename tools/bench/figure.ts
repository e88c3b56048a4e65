/** A ratio measured in one run, and the least it should be. */
export type Figure = { what: string; measured: number; wanted: number; detail: string }

/** A row of docs/benchmarks.md. */
export function rowOf({ what, measured, wanted, detail }: Figure): string {
  return `| ${what} | ${(measured * 100).toFixed(0)}% | ≥ ${(wanted * 100).toFixed(0)}% | ${measured >= wanted ? 'yes' : 'NO'} | ${detail} |`
}
