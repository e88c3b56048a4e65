import type { z } from 'zod'
import type { Endpoint, EndpointTable, file } from '#contract/endpoint.ts'
import type { Change } from './audit.ts'
import type { Reads, SingleQueries, Transaction } from './database.ts'
import type { Who } from './who.ts'

/** Where a call came from: the audit trail and the logs keep it. */
export type Origin = {
  readonly requestId: string
  readonly address: string
  /** The absolute address that was called, for links to further pages: worked out when one asks. */
  url(): URL
  /** Where people reach us, for links in messages: no caller has a say in it. */
  publicUrl(): string
  /** A seal on what a link carries: nobody else can make one, every process of the installation makes the same. */
  readonly seal: (text: string) => string
}

/** One call of an endpoint, past every check: who, what they sent, and the database confined to their business. */
export type Call<Row extends Endpoint = Endpoint> = {
  readonly endpoint: string
  readonly who: Who
  readonly origin: Origin
  readonly params: z.output<Row['params']>
  readonly query: z.output<Row['query']>
  readonly body: z.output<Row['body']>
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

/** The function behind each row of a table. */
export type Handlers<Table extends EndpointTable> = {
  readonly [Name in keyof Table]: (call: Call<Table[Name]>) => Promise<z.input<Table[Name]['output']>>
}

/** Puts the rows of a table at their addresses. */
export type Mount = <Table extends EndpointTable>(table: Table, handlers: Handlers<Table>) => void
