import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { memberImportsApi } from '#contract/members/member-imports.ts'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'
import type { Figure } from './figure.ts'

const businessId = 'harbourside'
const rows = 100_000
const partLength = 500_000
const wanted = 5_000

type Hub = Awaited<ReturnType<typeof createHub>>

/** How fast members come from a file: read, checked, compared with those who are there, and taken over. */
export async function memberImport(databaseUrl: string): Promise<Figure[]> {
  const settings = readSettings({ DATABASE_URL: databaseUrl, HUB_LOG_LEVEL: 'silent' })
  const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
  try {
    const call = callerOf(hub, await tokenOf(hub))
    const importId = await upload(call)
    const mapping = (await call(memberImportsApi.getMemberImport, { importId })).Columns.map(
      ({ Guess }) => Guess,
    )
    await call(memberImportsApi.checkMemberImport, { importId }, { Mapping: mapping, VenueNo: '1' })
    const checking = await timed(() => workOn(hub, 'check_member_import', importId, 'Checked', call))
    await call(
      memberImportsApi.runMemberImport,
      { importId },
      { Number: 'skip', NameAndBirthDate: 'skip', Email: 'skip' },
    )
    const running = await timed(() => workOn(hub, 'run_member_import', importId, 'Done', call))
    const rate = rows / (checking + running)
    const detail = `${rate.toFixed(0)} rows a second: dry run ${(rows / checking).toFixed(0)}, import ${(rows / running).toFixed(0)}`
    return [
      { what: `Import of members / ${wanted} rows a second`, measured: rate / wanted, wanted: 1, detail },
    ]
  } finally {
    await hub.app.close()
  }
}

type Call = ReturnType<typeof callerOf>

async function upload(call: Call): Promise<string> {
  const line = (i: number) =>
    `BENCH-${i},Bench${i % 997},Import${i},Ordinary,Gold,${1930 + (i % 80)}-0${1 + (i % 9)}-15,bench${i}@import.example,04${String(10_000_000 + i)},${i} George Street,Manly,NSW,2095\n`
  const header =
    'Membership No,First Name,Last Name,Membership Type,Level,Birth Date,Email,Mobile,Address Line 1,Suburb,State,Post Code\n'
  const text = header + Array.from({ length: rows }, (_, i) => line(i)).join('')
  const parts = Math.ceil(text.length / partLength)
  const file = { FileName: 'bench.csv', Size: text.length, Parts: parts }
  const { ImportId: importId } = await call(memberImportsApi.createMemberImport, {}, file)
  for (let part = 0; part < parts; part++)
    await call(
      memberImportsApi.addMemberImportPart,
      { importId, part: String(part) },
      { Text: text.slice(part * partLength, (part + 1) * partLength) },
    )
  return importId
}

/** Does the jobs of an import, turn after turn, until it has come to this state. */
async function workOn(hub: Hub, task: string, importId: string, state: string, call: Call): Promise<void> {
  const job = { businessId, importId } as never
  for (let now = ''; now !== state; now = (await call(memberImportsApi.getMemberImport, { importId })).State)
    await hub.tasks[task]!(job, { isLast: false })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function tokenOf({ app }: Hub): Promise<string> {
  const payload = { email: 'admin@harbourside.example', password: demoPassword }
  const answer = await app.inject({ method: 'POST', url: '/identity/sign-in', payload })
  return answer.json<{ token: string }>().token
}

function callerOf({ app }: Hub, token: string) {
  return async <Row extends Endpoint>(row: Row, params: Record<string, string>, payload?: object) => {
    const names: Record<string, string> = { businessId, ...params }
    const answer = await app.inject({
      method: row.method,
      url: row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? ''),
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 400) throw new Error(answer.body)
    return row.output.parse(answer.body ? answer.json() : undefined) as z.output<Row['output']>
  }
}
