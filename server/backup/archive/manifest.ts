import { z } from 'zod'

/** The shape of the files that this version writes; it reads no other. */
export const backupFormat = 1

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const wholeNumber = z.string().regex(/^-?\d+$/)

export const TableOf = z.strictObject({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: hash,
})

export const MigrationsOf = z
  .array(z.strictObject({ name: z.string(), checksum: z.string().nullable() }))
  .min(1)

export const LedgerSums = z.array(
  z.strictObject({
    kind: z.string(),
    unit: z.string(),
    accounts: z.int(),
    balance: wholeNumber,
    entries: z.int(),
    sum: wholeNumber,
  }),
)

/** What a backup says of itself: the last but one of its entries, since much of it is known only at the end. */
export const Manifest = z.strictObject({
  format: z.literal(backupFormat),
  /** The version of Hub that made it. */
  hub: z.string(),
  /** The moment that all of it is of. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: MigrationsOf,
  tables: z.array(TableOf).min(1),
  sequences: z.array(
    z.strictObject({ schema: z.string(), name: z.string(), lastValue: wholeNumber, isCalled: z.boolean() }),
  ),
  /** What the accounts of each kind held, in all businesses together. */
  ledger: LedgerSums,
  /** By which a restore knows whether it has the secret that things in the database are sealed with. */
  secret: z.strictObject({ salt: z.string(), check: z.string(), isIncluded: z.boolean() }),
})
export type Manifest = z.output<typeof Manifest>
export type BackedUpTable = Manifest['tables'][number]

/** The last entry. Its sum covers the manifest, and that the sums of all others; its seal only who has the secret can make. */
export const Seal = z.strictObject({ manifest: hash, seal: z.string() })

export const manifestName = 'manifest.json'
export const sealName = 'seal.json'
export const secretName = 'secret'

/** The names of a table's parts, in their order. */
export const tablePartName = ({ schema, name }: { schema: string; name: string }, part: number) =>
  `tables/${schema}.${name}/${String(part).padStart(6, '0')}.copy`

/** The table that a part is of, as `schema.name`. */
export const tableOfPart = (name: string) => /^tables\/([^/]+)\/\d{6,}\.copy$/.exec(name)?.[1]
