import { createHash } from 'node:crypto'
import { plainName } from './catalogue.ts'
import type { BackedUpTable } from './manifest.ts'

/** Counts and hashes what is written of a table. */
export function hashing() {
  const sum = createHash('sha256')
  let bytes = 0
  return {
    add: (content: Buffer) => {
      sum.update(content)
      bytes += content.length
    },
    end: () => ({ bytes, sha256: sum.digest('hex') }),
  }
}

/** Sums up the parts of tables as they are read, to hold them against what was written. */
export function tallying() {
  const tallies = new Map<string, ReturnType<typeof hashing>>()
  return {
    add: (table: string, content: Buffer) => {
      const tally = tallies.get(table) ?? hashing()
      tallies.set(table, tally)
      tally.add(content)
    },
    /** What is not as it was written, if anything. */
    firstWrong: (tables: readonly BackedUpTable[]): string | undefined => {
      const rest = new Map(tallies)
      for (const table of tables) {
        const { bytes, sha256 } = (rest.get(plainName(table)) ?? hashing()).end()
        rest.delete(plainName(table))
        if (sha256 !== table.sha256 || bytes !== table.bytes)
          return `the table ${plainName(table)} is not as it was written`
      }
      const [stray] = rest.keys()
      return stray && `the table ${stray} is in no manifest`
    },
  }
}
