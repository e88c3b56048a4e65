import type { z } from 'zod'
import type { Endpoint, EndpointTable, file } from '#contract/endpoint.ts'
import type { Who } from '#platform/access'
import type { Reads, SingleQueries, Transaction } from '#platform/database'
import type { Change } from './audit.ts'
import type { Origin } from './origin.ts'

/** One call of an endpoint, past every check: who, what they sent, and the database confined to their business. */
export type Call<Row extends Endpoint = Endpoint> = {
  readonly endpoint: string
  readonly who: Who
  readonly origin: Origin
  readonly params: z.output<Row['params']>
  readonly query: z.output<Row['query']>
  readonly body: z.output<Row['body']>
  /** What opened it, of a row that opens by a secret; empty of all others. */
  readonly secret: string
  /** A read asks single statements, and for a file many rows at once; a write is one transaction from the first statement to its audit entry. */
  readonly db: Row['method'] extends 'GET'
    ? Row['output'] extends typeof file
      ? Reads
      : SingleQueries
    : Transaction
  /** Says what a write changed, in words for the audit trail. A write that says nothing is recorded by its title alone. */
  audit(change: Change): void
  /** Says that what was guessed is wrong, where the answer doesn't: it counts towards the row's limits. */
  miss(): void
}

/** What of a write is the same at an address and on an operator's keyboard. */
export type Act<Row extends Endpoint> = Pick<Call<Row>, 'who' | 'db' | 'params' | 'body' | 'audit'>

/** The function behind each row of a table. */
export type Handlers<Table extends EndpointTable> = {
  readonly [Name in keyof Table]: (call: Call<Table[Name]>) => Promise<z.input<Table[Name]['output']>>
}

/** Puts the rows of a table at their addresses. */
export type Mount = <Table extends EndpointTable>(table: Table, handlers: Handlers<Table>) => void
