import type pg from 'pg'

/** Something that was written down, and where. */
export type Writing = { readonly where: string; readonly text: string }

/** Every form in which a secret can lie somewhere: as it is, and in hex or base64, its letters or the bytes they stand for. */
export function tracesOf(secret: string): string[] {
  const forms = [Buffer.from(secret)]
  if (/^[\w-]+$/.test(secret)) forms.push(Buffer.from(secret, 'base64url'))
  return [secret, ...forms.flatMap((bytes) => [bytes.toString('hex'), ...inBase64(bytes)])]
}

/** In base64 bytes look differently, depending on how many come before; the ends depend on their neighbours. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes])
    return (['base64', 'base64url'] as const).map((way) =>
      shifted.toString(way).replace(/=+$/, '').slice(4, -4),
    )
  })
}

/** Where secrets were written down, whatever their form. */
export function leaksOf(secrets: Iterable<string>, writings: readonly Writing[]): string[] {
  const found = new Set<string>()
  for (const secret of secrets)
    for (const trace of tracesOf(secret))
      for (const { where, text } of writings) if (text.includes(trace)) found.add(`${where}: ${secret}`)
  return [...found]
}

/** Where a database stands: what is written from now on is `writtenSince`. */
export async function momentOf(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ xid: string }>(`select pg_current_xact_id()::xid::text as xid`)
  return rows[0]!.xid
}

/** Every row of every table of every schema that was written since, the job queue's included. */
export async function writtenSince(owner: pg.Client, moment: string): Promise<Writing[]> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'`)
  const writings: Writing[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string | null }>(
      `select string_agg(t::text, e'\\n') as text from ${name} t where age(t.xmin) <= age($1::xid)`,
      [moment],
    )
    writings.push({ where: name, text: rows[0]?.text ?? '' })
  }
  return writings
}
