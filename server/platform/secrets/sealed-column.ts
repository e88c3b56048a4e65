/** A column of what is sealed with the installation's secret, and how each of its values is opened. */
export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** By which a row is found again. */
  readonly key: { readonly column: string; readonly type: 'text' | 'bigint' | 'bytea' }
  /** Whether a row can be changed in the name of its business alone. */
  readonly isOfBusiness?: boolean
  /** That of the vault. */
  readonly purpose: string
  /** The columns of text that the context of a value is made from, and how. */
  readonly contextFrom: readonly string[]
  readonly contextOf: (values: readonly string[]) => string
}
